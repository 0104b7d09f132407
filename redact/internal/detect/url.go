package detect

import (
	"jezero/redact/internal/scan"
	"jezero/redact/internal/swar"
	"jezero/redact/internal/value"
)

// urlSee is how far behind :// noUser looks.
const urlSee = 80

// noUser reports whether the address behind :// at from has neither a user nor a
// port, as its first bytes tell.
func noUser(s []byte, from, to int) bool {
	if to+urlSee > len(s) {
		return false
	}
	if from == 0 || !alnum(s[from-1]) {
		return true
	}
	for k := to; k < to+urlSee-16; k += 8 {
		x := swar.Load(s, k)
		n := swar.First(^(swar.Letters(x) | swar.Between(x, '-', '9')&^swar.Are(x, '/')) & swar.High)
		if n == 8 {
			continue
		}
		if k += n; s[k] == ':' {
			// A port: digits, and then as without one.
			k += 1 + digits(s[k+1:])
			return endsHost[s[k]]
		}
		return endsHost[s[k]] || s[k] == ')' || s[k] == ',' || s[k] == '\''
	}
	return false
}

// endsHost has the bytes that end a host where neither a user nor a port is.
var endsHost = [256]bool{'/': true, '"': true, '`': true, '\\': true, '|': true, ' ': true, '\n': true, '\t': true, '\r': true}

// urlUser finds the password of scheme://user:password@host, and a token that
// stands alone before the @. Passwords may hold any punctuation: the last @ of
// the authority decides.
func urlUser(v *scan.View, out *scan.Out) {
	s := v.Src
	if v.At == 0 || !alnum(s[v.At-1]) {
		return
	}
	i := v.To
	last, colon := -1, -1
	k := i
scan:
	for limit := min(len(s), i+2048); k < limit; k++ {
		switch c := s[k]; c {
		case '[':
			if n := value.RedactedLen(s[k:min(len(s), k+90)]); n > 0 {
				k += n - 1 // its colon parts nothing
			}
		case '@':
			last = k
		case ':':
			if colon < 0 {
				colon = k
			}
		case '/', '"', '`', '<', '>', '\\', '|':
			if c == '<' && k == i || c == '<' && colon == k-1 || c == '>' && k+1 < limit && s[k+1] == '@' {
				continue // <user>:<password>
			}
			if c == '/' && last < 0 && colon > i && slashInPassword(s, k, colon) {
				continue
			}
			break scan
		case '\'', ')', ',', ' ', '\t', '\n', '\r', 0x1b:
			if c == ' ' || c < ' ' || last >= 0 || colon < 0 || endOfToken(s, k+1) {
				break scan
			}
		}
	}
	if last < 0 || last+1 >= len(s) {
		return
	}
	switch h := s[last+1]; {
	case h == '[' && value.RedactedLen(s[last+1:min(len(s), last+91)]) > 0:
		return // no host, and none before it went
	case alnum(h), h == '[', h == '$', h == '{', h == '%', h == '_', h >= 0x80, h == '<':
	default:
		return
	}
	start := i
	if colon >= 0 && colon < last {
		start = colon + 1
	} else if e := index(s[i:last], "%3A"); e >= 0 {
		start = i + e + 3
	}
	if start == i {
		// token@host: only a token is secret, a user's name is not.
		if val := s[i:last]; value.Strong(val) && v.Look(val) >= value.UUID && !sentryKey(s, i, last) && !nodeList(s, v.At) {
			out.Add(scan.Span{Match: v.At, MatchEnd: last + 1, Start: i, End: last, Rule: ruleURL, Confidence: ruleURL.Confidence})
		}
		return
	}
	val := s[start:last]
	if start == i+1 && (at(s, i, ":pserver:") || at(s, i, ":ext:")) {
		return // a CVS root
	}
	if user := s[i : start-1]; value.Strong(user) && v.Look(user) == value.Generated {
		// x-oauth-basic and the like: the token stands where the user does.
		out.Add(scan.Span{Match: v.At, MatchEnd: last + 1, Start: i, End: start - 1, Rule: ruleURL, Confidence: ruleURL.Confidence})
		if string(val) == "x-oauth-basic" || string(val) == "x-token-auth" {
			return
		}
	}
	if !urlPassword(v, val) || anonymous(s[i:start-1]) {
		return
	}
	out.Add(scan.Span{Match: v.At, MatchEnd: last + 1, Start: start, End: last, Rule: ruleURL, Confidence: ruleURL.Confidence})
}

// sentryKey: s[i:last] is the key of a DSN at Sentry's own hosts, 32 digits of
// hex and nothing behind it: it stands in every page and only takes events in.
func sentryKey(s []byte, i, last int) bool {
	h := last + 1
	for h < len(s) && h-last < 80 && (alnum(s[h]) || s[h] == '.' || s[h] == '-') {
		h++
	}
	host := s[last+1 : h]
	n := len(host) - len("sentry.io")
	return last-i == 32 && value.Hex(s[i:last]) && n >= 0 && at(host, n, "sentry.io") && (n == 0 || host[n-1] == '.')
}

// slashInPassword: a slash at k is part of the password when an @ and a host
// follow before anything that ends a URL, and what stands between the colon
// and the slash is no port.
func slashInPassword(s []byte, k, colon int) bool {
	if digitsOnly(s[colon+1:k]) || k == colon+1 {
		return false
	}
	for p := k + 1; p < len(s) && p-k < 80; p++ {
		switch c := s[p]; c {
		case '@':
			h := p + 1
			for h < len(s) && (alnum(s[h]) || s[h] == '.' || s[h] == '-') {
				h++
			}
			return h > p+3 && (h == len(s) || s[h] == ':' || s[h] == '/' || endOfToken(s, h))
		case '/', '?', '=', '&', '"', '\'', ' ', '\n', '\t', '<', '>', '\\', '`':
			return false
		}
	}
	return false
}

// urlPassword: everything but placeholders and references.
func urlPassword(v *scan.View, val []byte) bool {
	switch v.Look(val) {
	case value.Empty, value.Redacted, value.Reference, value.Placeholder:
		return false
	case value.Number:
		return digitsOnly(val) && len(val) > 3
	case value.Word:
		if len(val) <= 3 {
			return false // a:b@, abc:xyz@: letters that stand for something
		}
	case value.Prose:
		return false
	}
	if val[0] == '$' && len(val) > 1 && (alpha(val[1]) || val[1] == '{' || val[1] == '(') && !value.Likely(val[1:]) {
		return false
	}
	if val[0] == '{' || val[0] == '%' && len(val) > 1 && !hexDigit(val[1]) {
		return value.Likely(val)
	}
	if redactedIn(val, 0, len(val)) >= 0 {
		return false
	}
	return true
}

func index(s []byte, lit string) int {
	for i := 0; i+len(lit) <= len(s); i++ {
		if s[i] == lit[0] && string(s[i:i+len(lit)]) == lit {
			return i
		}
	}
	return -1
}

// nodeList reports the scheme of a list of a network's nodes, whose user is the
// public key that signs the list.
func nodeList(s []byte, colon int) bool {
	return colon >= 7 && at(s, colon-7, "enrtree") || colon >= 5 && at(s, colon-5, "enode")
}
