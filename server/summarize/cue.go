package summarize

import (
	"regexp"
	"strings"
)

// What sentences of sessions are about shows in a few words.

var (
	decision = regexp.MustCompile(`(?i)\b(decided|decision|we'?ll (use|go|keep|stick)|let'?s (use|go with|keep|stick|not)|going with|go with|` +
		`instead of|rather than|prefer(red)? \w+ over|chose|opted|settled on|agreed|trade-?off|from now on|no longer|` +
		`we should (use|keep|avoid|never|always)|don'?t use|must (not|never|always)|switch(ed|ing)? (to|from)|replaced? .+ (with|by)|stick(ing)? (with|to))\b`)
	change = regexp.MustCompile(`(?i)^(i('ve| have)?|we('ve| have)?)?\s*(just |also |now |then )?(fixed|added|removed|renamed|moved|updated|changed|` +
		`replaced|implemented|created|refactored|rewrote|wrote|introduced|extracted|deleted|bumped|upgraded|migrated|enabled|disabled|` +
		`configured|wired|converted|split|merged|committed|pushed|deployed|reverted|released|published|rotated|made)\b`)
	cause = regexp.MustCompile(`(?i)\b(because|caused by|root cause|turn(s|ed) out|the (problem|issue|bug|cause|reason|culprit|failure) (is|was|lies|comes)|` +
		`due to|that'?s why|which (is|was) why|so that the|happens when|fails? (when|because)|leads? to)\b`)
	intent = regexp.MustCompile(`(?i)^(ok(ay)?[,.! ]+|sure[,.! ]+|great[,.! ]+|good[,.! ]+|now[, ]+|first[, ]+|next[, ]+|then[, ]+|alright[,. ]+|perfect[,.! ]+|got it[,.! ]+)*` +
		`(let me|let's (look|check|see|start|take|run|try|verify|find|first)|i'?ll|i will|i'?m going to|i need to|i am going to|i should|i can see|i see|looking at|checking|reading|running|searching|` +
		`you'?re (absolutely )?right|now (let|i)|time to|here'?s (the|a|what|my)|here is|here are|on it|will do|sounds good|thanks|thank you|sorry|apologies|happy to)\b`)
	offer      = regexp.MustCompile(`(?i)(let me know|would you like|do you want|shall i|should i|want me to|happy to|feel free|if you'?d like|anything else)`)
	lead       = regexp.MustCompile(`(?i)^(hi|hello|hey|ok(ay)?|so|well|please|pls|now|also|and|but|then|great|good|thanks|thank you|perfect|cool|nice|alright|right|yes|yep|yeah|no|hm+|next)\b[,.!: -]*`)
	polite     = regexp.MustCompile(`(?i)^((can|could|would|will) you( please)?|i (want|need|would like|'d like) (you )?to|i'?d like (you )?to|help me( to)?|let'?s|we (need|have|should) to|we should|please|pls|just|go ahead and|try to)\s+`)
	permission = regexp.MustCompile(`(?i)^(can|could|shall|should|may|would) (i|you|we) (proceed|continue|commit|push|go ahead|do that|run it|try|please)`)
	approval   = regexp.MustCompile(`(?i)^(yes|yep|yeah|no|ok(ay)?|sure|go( on| ahead)?|continue|proceed|do it|do that|thanks?( you)?|thank you.*|great|good|perfect|nice|cool|looks good.*|lgtm|sounds good.*|please do|(yes )?(please|pls)|thx|ty|agreed|do both|right|correct|exactly|done|next|commit( it| this| that)?|push( it)?|good,? commit it|try again|again|stop|wait|hi|hello|hey)[.! ]*$`)
	statement  = regexp.MustCompile(`(?i)^\S+ (has|have|is|are|was|were|says|said|told|keeps|shows|fails?|takes|went|does|did|needs?|wants?|lacks?|and)\b`)
	intro      = regexp.MustCompile(`(?i)^(here (is|are|'s)|here's|this is (the|my|a|what)|these are|below (is|are)|see below|attached|output|log|error)\b`)
	imperative = regexp.MustCompile(`(?i)^(fix|add|implement|make|write|change|update|remove|refactor|move|rename|debug|find|check|investigate|explain|create|set up|setup|configure|` +
		`deploy|migrate|upgrade|test|optimi[sz]e|speed|build|convert|replace|extract|split|clean|document|review|run|install|use|show|generate|parse|handle|support|` +
		`delete|drop|enable|disable|revert|rotate|port|integrate|connect|log|measure|profile|reproduce|allow|prevent|avoid|stop|reduce|cache|validate|look|figure|track|switch|turn|let|get|keep|bump|publish|release|resolve|improve|simplify|store|load|sort|filter|limit|retry|print|read|list|draw|render|expose|wire|merge|rebase|verify|count|prepare|compare|propose|suggest|describe|search|inspect|analy[sz]e|trace|bisect|send|import|export|collect|commit|push|tag|format|lint|restore|back up|backup|copy|clone|pin|scan|start|restart|open|close|answer|tell|teach|sign|take|put|give|pass|apply|choose|pick|decide|plan|design|drop|wrap|guard|lock|unlock|queue|schedule|monitor|alert|encrypt|decrypt|redact|hide|escape|encode|decode|serve|route|map|join|group|order|batch|stream|truncate|trim|pad|round|scale|shard|index|reindex|vacuum)\b`)
	identifier = regexp.MustCompile("`[^`]+`" + `|\b[a-z0-9]+[A-Z][A-Za-z0-9]*\b|\b\w+_\w+\b|\b[\w-]+\.(go|py|js|ts|rs|sql|toml|yaml|yml|json|md|sh|java|rb|c|h|css|html)\b|\b[\w.-]+\(\)`)
	number     = regexp.MustCompile(`\b\d+([.,]\d+)?\s?(ms|s|seconds?|minutes?|hours?|days?|MB|GB|KB|KiB|MiB|%|x|times|rows|items|requests)?\b`)
	states     = regexp.MustCompile(`(?i)\b(is|are|was|were|has|have|needs?|requires?|uses?|returns?|means|must|only|never|always|defaults?|expects?|runs?|fails?|supports?|limits?|stores?|sends?|lives?|holds?|keeps?|works?|takes?|passes|passed|drops?|skips?|adds?)\b`)
)

func isDecision(s string) bool {
	return decision.MatchString(s) && !strings.HasSuffix(s, "?") && !strings.HasSuffix(s, ":") && strings.Count(s, " ") >= 4
}
func isIntro(s string) bool      { return intro.MatchString(s) }
func isChange(s string) bool     { return change.MatchString(s) }
func isCause(s string) bool      { return cause.MatchString(s) && len(s) > 20 }
func isIntent(s string) bool     { return intent.MatchString(s) }
func isOffer(s string) bool      { return offer.MatchString(s) }
func isPermission(s string) bool { return permission.MatchString(stripLead(s)) }
func isImperative(s string) bool { return imperative.MatchString(s) && !statement.MatchString(s) }

// rate says how much a sentence looks like a fact worth keeping, 0 for not.
func rate(s string) int {
	if isOffer(s) || len(s) > 320 || len(s) < 25 {
		return 0
	}
	n := 0
	if states.MatchString(s) {
		n++
	}
	n += 2 * min(len(identifier.FindAllStringIndex(s, 3)), 2)
	if number.MatchString(s) {
		n++
	}
	if n < 2 {
		return 0
	}
	return n
}

// stripLead takes greetings and fillers off the front.
func stripLead(s string) string {
	for {
		t := lead.ReplaceAllString(s, "")
		if t == s || t == "" {
			return s
		}
		s = t
	}
}

// unpad makes a bare request of a polite one; "" when nothing is asked for.
func unpad(s string) string {
	if approval.MatchString(s) {
		return ""
	}
	s = stripLead(s)
	if approval.MatchString(s) {
		return ""
	}
	s = trailing.ReplaceAllString(s, "")
	t := polite.ReplaceAllString(s, "")
	if t == s || len(t) < 8 {
		return upperFirst(s)
	}
	// "Can you fix it?" asks for a fix; it is no question.
	return upperFirst(strings.TrimRight(t, "?"))
}

var (
	causeSubject = regexp.MustCompile(`(?i)^(?:the )?([^.,;:]{8,90}?) (?:was |were |is |are )?(?:caused by|due to)\b`)
	failSubject  = regexp.MustCompile(`(?i)^([^.,;:]{4,90}?) (?:fails|failed|fail|breaks|broke|crashes|crashed|hangs|hung) (?:when|because|since)\b`)
)

// causeQuestion puts a cause as the question that it answers.
func causeQuestion(s string) string {
	if m := failSubject.FindStringSubmatch(s); m != nil {
		return "Why does " + lowerFirst(m[1]) + " fail?"
	}
	if m := causeSubject.FindStringSubmatch(s); m != nil {
		return "What causes " + lowerFirst(m[1]) + "?"
	}
	return ""
}

var trailing = regexp.MustCompile(`(?i)[, ]+(please|pls|thanks|thx)[.!]*$`)

var vague = regexp.MustCompile(`(?i)\b(it|this|that|these|those|them|both|so|one)$`)

// howTo puts a request as the question that doing it answers, "" when it is
// none. What follows a comma or colon is a reason or a detail.
func howTo(s string) string {
	s = strings.TrimRight(s, ".!")
	if strings.HasSuffix(s, "?") || !isImperative(s) {
		return ""
	}
	for _, mark := range []string{", ", ": ", "; ", " because "} {
		if head, _, ok := strings.Cut(s, mark); ok && len(head) >= 12 {
			s = head
		}
	}
	if len(s) < 12 || len(s) > 140 || vague.MatchString(s) || strings.Contains(s, "[REDACTED") {
		return ""
	}
	return "How to " + lowerFirst(s) + "?"
}
