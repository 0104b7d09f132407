package summarize

import (
	"strings"
	"unicode"
)

// What sentences of sessions are about shows in a few words.

var (
	decision = phrasesOf(`decided, decision, we'll|i'll use|go|keep|stick, let's use|keep|stick|not, let's go with, going|go|went with,
		instead of, rather than, chose, chosen, opted, settled on, agreed to|on|that, trade-off, tradeoff, from now on, no longer,
		we should use|keep|avoid|never|always, don't use, do not use, must not|never|always,
		switch|switched|switching to|from, stick|sticking with|to`)
	replaced   = phrasesOf(`replace, replaced, replaces, replacing`)
	with       = phrasesOf(`with, by`)
	prefer     = phrasesOf(`prefer, preferred, prefers`)
	over       = phrasesOf(`over, to`)
	changeVerb = phrasesOf(`fixed, added, removed, renamed, moved, updated, changed, replaced, implemented, created, refactored, rewrote,
		wrote, introduced, extracted, deleted, bumped, upgraded, migrated, enabled, disabled, configured, wired, converted, split,
		merged, committed, pushed, deployed, reverted, released, published, rotated, made`)
	changeLead = phrasesOf(`i, i have, i've, we, we have, we've, just, also, now, then, have`)
	cause      = phrasesOf(`because, caused by, root cause, turns|turned out, the problem|issue|bug|cause|reason|culprit|failure is|was|lies|comes,
		due to, that's why, which is|was why, so that the, happens when, fails|failed when|because, lead|leads to`)
	filler = phrasesOf(`ok, okay, sure, great, good, now, first, next, then, alright, perfect, got it, right`)
	intent = phrasesOf(`let me, let's look|check|see|start|take|run|try|verify|find|first, i'll, i will, i'm going to, i need to, i am going to,
		i should, i can see, i see, looking at, checking, reading, running, searching, you're right, you're absolutely right, time to,
		here's the|a|what|my, here is, here are, on it, will do, sounds good, thanks, thank you, sorry, apologies, happy to`)
	offer = phrasesOf(`let me know, would you like, do you want, shall i, should i, want me to, happy to, feel free, if you'd like, anything else`)
	lead  = phrasesOf(`hi, hello, hey, ok, okay, so, well, please, pls, now, also, and, but, then, great, good, thanks, thank you, perfect,
		cool, nice, alright, right, yes, yep, yeah, no, hm, hmm, next`)
	polite = phrasesOf(`can|could|would|will you, can|could|would|will you please, i want|need to, i want|need you to, i would like to,
		i would like you to, i'd like to, i'd like you to, help me, help me to, let's, we need|have|should to, we should, please, pls,
		just, go ahead and, try to`)
	permission = phrasesOf(`can|could|shall|should|may|would i|you|we proceed|continue|commit|push|go|do|run|try|please`)
	approval   = phrasesOf(`yes, yep, yeah, no, ok, okay, sure, go, go on, go ahead, continue, proceed, do it, do that, thanks, thank you, thx, ty,
		great, good, perfect, nice, cool, looks good, looks good to me, lgtm, sounds good, please do, yes please, please, pls, agreed,
		do both, right, correct, exactly, done, next, commit, commit it|this|that, push, push it, good commit it, try again, again, stop, wait,
		hi, hello, hey, works, it works, fine`)
	intro     = phrasesOf(`here is|are|'s, here's, this is the|my|a|what, these are, below is|are, see below, attached, output, log, error`)
	statement = phrasesOf(`has, have, is, are, was, were, says, said, told, keeps, shows, fail, fails, takes, went, does, did, need, needs, want, wants,
		lacks, and, can, cannot, could, will`)
	stateVerb = phrasesOf(`is, are, was, were, has, have, need, needs, require, requires, use, uses, return, returns, means, must, only, never, always,
		default, defaults, expect, expects, run, runs, fail, fails, support, supports, limit, limits, store, stores, send, sends, live, lives,
		hold, holds, keep, keeps, work, works, take, takes, pass, passes, passed, drop, drops, skip, skips, add, adds`)
	imperative = phrasesOf(strings.Join(strings.Fields(`fix add implement make write change update remove refactor move rename debug find
		check investigate explain create setup configure deploy migrate upgrade test optimize optimise speed build convert
		replace extract split clean document review run install use show generate parse handle support delete drop enable disable
		revert rotate port integrate connect log measure profile reproduce allow prevent avoid stop reduce cache validate look figure
		track switch turn let get keep bump publish release resolve improve simplify store load sort filter limit retry print read
		list draw render expose wire merge rebase verify count prepare compare propose suggest describe search inspect analyze analyse
		trace bisect send import export collect commit push tag format lint restore back backup copy clone pin scan start restart open
		close answer tell teach sign take put give pass apply choose pick decide plan design wrap guard lock unlock queue
		schedule monitor alert encrypt decrypt redact hide escape encode decode serve route map join group order batch stream truncate
		trim pad round scale shard index reindex vacuum set`), ","))
	vague = phrasesOf(`it, this, that, these, those, them, both, so, one`)
)

func isDecision(s string, ws []string) bool {
	return len(ws) > 4 && !strings.HasSuffix(s, "?") && !strings.HasSuffix(s, ":") &&
		(decision.in(ws) || follows(ws, replaced, with) || follows(ws, prefer, over))
}

// isChange is for sentences that begin by what was done: "I also fixed …".
func isChange(ws []string) bool {
	for len(ws) > 0 {
		if changeVerb.at(ws, 0) > 0 {
			return true
		}
		n := changeLead.at(ws, 0)
		if n == 0 {
			return false
		}
		ws = ws[n:]
	}
	return false
}

func isCause(s string, ws []string) bool { return len(s) > 20 && cause.in(ws) }

// isIntent is for sentences that say what comes next, not what is.
func isIntent(ws []string) bool {
	for len(ws) > 0 {
		if intent.at(ws, 0) > 0 {
			return true
		}
		n := filler.at(ws, 0)
		if n == 0 {
			return false
		}
		ws = ws[n:]
	}
	return false
}

func isApproval(ws []string) bool {
	for len(ws) > 0 {
		n := approval.at(ws, 0)
		if n == 0 {
			return false
		}
		ws = ws[n:]
	}
	return true
}

func isImperative(ws []string) bool {
	return imperative.starts(ws) && !(len(ws) > 1 && statement.starts(ws[1:]))
}

func isPermission(s string) bool { return permission.starts(words(stripLead(s))) }

// rate says how much a sentence looks like a fact worth keeping, 0 for not.
func rate(s string, ws []string) int {
	if len(s) > 320 || len(s) < 25 || offer.in(ws) {
		return 0
	}
	n := 0
	if stateVerb.in(ws) {
		n++
	}
	identifiers, number := 0, false
	for w := range strings.FieldsSeq(s) {
		if isIdentifier(w) {
			identifiers++
		}
		number = number || strings.ContainsAny(w, "0123456789")
	}
	n += 2 * min(identifiers, 2)
	if number {
		n++
	}
	if n < 2 {
		return 0
	}
	return n
}

// isIdentifier tells words of code: quoted ones, camelCase, snake_case, files,
// calls.
func isIdentifier(w string) bool {
	if strings.HasPrefix(w, "`") {
		return true
	}
	w = strings.Trim(w, ".,;:!?\"'()`")
	for i := 1; i+1 < len(w); i++ {
		switch c := w[i]; {
		case c == '_', c == '(', c == '/':
			return true
		case c == '.' && i+6 > len(w) && unicode.IsLower(rune(w[i+1])):
			return true
		case c >= 'A' && c <= 'Z' && w[i-1] >= 'a' && w[i-1] <= 'z':
			return true
		}
	}
	return false
}

// stripLead takes greetings and fillers off the front.
func stripLead(s string) string {
	ws := words(s)
	n := 0
	for n < len(ws) {
		k := lead.at(ws, n)
		if k == 0 {
			break
		}
		n += k
	}
	if n == 0 || n == len(ws) {
		return s
	}
	return cutWords(s, n)
}

// unpad makes a bare request of a polite one; "" when nothing is asked for.
func unpad(s string) string {
	s = stripLead(s)
	ws := words(s)
	if isApproval(ws) {
		return ""
	}
	s = dropThanks(s)
	if n := polite.at(ws, 0); n > 0 {
		if t := cutWords(s, n); len(t) >= 8 {
			// "Can you fix it?" asks for a fix; it is no question.
			s = strings.TrimRight(t, "?")
		}
	}
	return upperFirst(s)
}

// dropThanks takes a please or thanks off the end.
func dropThanks(s string) string {
	t := strings.TrimRight(s, ".! ")
	for _, w := range []string{" please", " pls", " thanks", " thx"} {
		if len(t) > len(w) && strings.EqualFold(t[len(t)-len(w):], w) {
			return strings.TrimRight(t[:len(t)-len(w)], ", ")
		}
	}
	return s
}

// causeQuestion puts a cause as the question that it answers, "" when it names
// no subject.
func causeQuestion(s string) string {
	for _, mark := range []struct{ text, before, after string }{
		{" fails because ", "Why does ", " fail?"}, {" failed because ", "Why does ", " fail?"}, {" fails when ", "Why does ", " fail?"},
		{" failed when ", "Why does ", " fail?"}, {" breaks because ", "Why does ", " fail?"}, {" crashes when ", "Why does ", " fail?"},
		{" was caused by ", "What causes ", "?"}, {" is caused by ", "What causes ", "?"}, {" were caused by ", "What causes ", "?"},
		{" was due to ", "What causes ", "?"}, {" is due to ", "What causes ", "?"},
	} {
		subject, _, ok := strings.Cut(s, mark.text)
		if ok && len(subject) >= 4 && len(subject) <= 90 && !strings.ContainsAny(subject, ".,;:") {
			return mark.before + lowerFirst(subject) + mark.after
		}
	}
	return ""
}

// howTo puts a request as the question that doing it answers, "" when it is
// none. What follows a comma or colon is a reason or a detail.
func howTo(s string) string {
	s = strings.TrimRight(s, ".!")
	if strings.HasSuffix(s, "?") || !isImperative(words(s)) {
		return ""
	}
	for _, mark := range []string{", ", ": ", "; ", " because "} {
		if head, _, ok := strings.Cut(s, mark); ok && len(head) >= 12 {
			s = head
		}
	}
	ws := words(s)
	if len(s) < 12 || len(s) > 140 || vague.at(ws, len(ws)-1) > 0 || strings.Contains(s, "[REDACTED") {
		return ""
	}
	return "How to " + lowerFirst(s) + "?"
}
