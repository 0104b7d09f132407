package detect

import (
	"bytes"

	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

func base64URL(c byte) bool { return alnum(c) || c == '-' || c == '_' }

// leastJWTHeader is the length of the shortest header, {"alg":""}, or less.
const leastJWTHeader = 12

// jwt finds JSON Web Tokens: a header and a body that are base64 of JSON, and
// whatever segments follow. A token without signature, or with the end cut
// off, still shows its claims and goes too.
func jwt(v *scan.View, out *scan.Out) {
	s := v.Src
	if v.At > 0 && base64URL(s[v.At-1]) && scan.Backslashes(s, v.At-1) == 0 && ansiEnd(s, v.At) == 0 && !at(s, v.At-3, "%20") && !at(s, v.At-3, "%3d") && s[v.At-1] != '-' && s[v.At-1] != '_' {
		return
	}
	i := v.To
	for i < len(s) && base64URL(s[i]) {
		i++
	}
	if i-v.At < leastJWTHeader || i+4 >= len(s) || s[i] != '.' {
		return
	}
	body := i + 1
	k := body
	for k < len(s) && base64URL(s[k]) {
		k++
	}
	if k-body < 8 || s[body] != 'e' || s[body+1] != 'y' && s[body+1] != 'w' {
		// The body is no object. An encrypted token has five parts, some of them
		// empty; a compressed or detached one still has a header with "alg".
		if !headerNames(s[v.At:i], `"enc"`) && !(k-body >= 16 && k+16 < len(s) && s[k] == '.' && base64URL(s[k+1]) && base64URL(s[k+16]) && headerNames(s[v.At:i], `"alg"`)) {
			return
		}
	}
	for n := 0; n < 4 && k < len(s) && s[k] == '.'; n++ {
		p := k + 1
		for p < len(s) && (base64URL(s[p]) || s[p] == '=') {
			p++
		}
		if p == k+1 && !(p < len(s) && s[p] == '.') {
			break
		}
		k = p
	}
	sp := scan.Span{Match: v.At, MatchEnd: k, Start: v.At, End: k, Rule: ruleJWT, Confidence: ruleJWT.Confidence}
	if k == len(s) && !v.Finish {
		sp.Open, sp.Alphabet = true, bareAlphabet
	}
	out.Add(sp)
}

// headerNames: the header, a base64 of JSON, has the member.
func headerNames(b []byte, member string) bool {
	var buf [256]byte
	n := decode64(buf[:], b)
	return index(buf[:n], member) >= 0
}

// keyType: the name that every key has begins at i, its quote perhaps escaped.
func keyType(s []byte, i int) bool {
	if !at(s, i, "kty") {
		return false
	}
	for i += len("kty"); i < len(s) && s[i] == '\\'; i++ {
	}
	return i < len(s) && s[i] == '"'
}

// jwk finds the private members of a JSON Web Key; "kty" is the anchor, the
// members stand anywhere in the same object.
func jwk(v *scan.View, out *scan.Out) {
	s := v.Src
	open := v.At
	depth := 0
	for low := max(0, v.At-4096); open > low; open-- {
		if c := s[open-1]; c == '}' {
			depth++
		} else if c == 'k' && keyType(s, open-1) {
			break // another key
		} else if c == '{' {
			if depth == 0 {
				break
			}
			depth--
		}
	}
	shut := v.To
	depth = 0
	for limit := min(len(s), v.To+8192); shut < limit; shut++ {
		if c := s[shut]; c == '{' {
			depth++
		} else if c == 'k' && keyType(s, shut) {
			break
		} else if c == '}' {
			if depth == 0 {
				break
			}
			depth--
		}
	}
	oct := at(s, skipJSON(s, v.To), "oct")
	for i := open; i+4 < shut; i++ {
		if s[i] != '"' {
			continue
		}
		k := i + 1
		for k < shut && lower(s[k]) && k-i < 4 {
			k++
		}
		nm := s[i+1 : k]
		if !privateMember(nm, oct) {
			continue
		}
		p := k
		for p < shut && s[p] == '\\' {
			p++
		}
		if p >= shut || s[p] != '"' {
			continue
		}
		q := skipJSON(s, p)
		e := q
		for e < shut && (base64URL(s[e]) || s[e] == '=') {
			e++
		}
		if e-q >= 16 && (e >= len(s) || s[e] == '"' || s[e] == '\\') && value.Score(s[q:e]) > 0 {
			out.Add(scan.Span{Match: i, MatchEnd: e, Start: q, End: e, Rule: ruleJWK, Confidence: ruleJWK.Confidence})
		}
		i = e
	}
}

// skipJSON skips from the end of a member's name to its string's content.
func skipJSON(s []byte, i int) int {
	for i < len(s) && (s[i] == '"' || s[i] == '\\' || space(s[i]) || s[i] == ':') {
		i++
	}
	return i
}

func privateMember(nm []byte, oct bool) bool {
	switch string(nm) {
	case "d", "p", "q", "dp", "dq", "qi":
		return !oct
	case "k":
		return oct
	}
	return false
}

// hash finds password hashes of crypt, Apache, LDAP, Django and the PHC string
// format by their structure.
func hash(v *scan.View, out *scan.Out) {
	s := v.Src
	if v.At > 0 && (alnum(s[v.At-1]) || s[v.At-1] == '$' || s[v.At-1] == ']' && redactedBefore(s, v.At)) {
		return
	}
	if s[v.At] == '{' {
		// {SSHA}base64, {SSHA512}base64
		j := v.To
		for j < len(s) && (digit(s[j]) || s[j] == '}') {
			j++
		}
		k := j
		for k < len(s) && (base64Byte(s[k]) || s[k] == '=') {
			k++
		}
		if k-j >= 24 && value.Strong(s[j:k]) {
			out.Add(scan.Span{Match: v.At, MatchEnd: k, Start: v.At, End: k, Rule: ruleHash, Confidence: ruleHash.Confidence})
		}
		return
	}
	val := s[v.At:hashEnd(v)]
	if !fieldsOf(val) {
		return
	}
	dots := len(val)
	for dots > 0 && (val[dots-1] == ',' || val[dots-1] == '.') {
		dots--
	}
	val = val[:min(len(val), dots+maxDots)]
	for len(val) > 0 && (val[len(val)-1] == ',' || val[len(val)-1] == '.' && !crypt(val)) {
		val = val[:len(val)-1]
	}
	if !crypt(val) {
		return
	}
	out.Add(scan.Span{Match: v.At, MatchEnd: v.At + len(val), Start: v.At, End: v.At + len(val), Rule: ruleHash, Confidence: ruleHash.Confidence})
}

// maxDots is how many dots and commas behind a hash may belong to it.
const maxDots = 64

// hashEnd is where the bytes end that a hash is made of, from the anchor on.
func hashEnd(v *scan.View) int {
	s, i := v.Src, v.To
	colons := s[v.At] == 's'
	walked := v.Known(func(w *scan.Walked) *scan.Stretch {
		if colons {
			return &w.Hashes[1]
		}
		return &w.Hashes[0]
	})
	for ; ; i++ {
		if i = walked.Skip(v, i); i >= len(s) || kinds[s[i]]&inHash == 0 && !(colons && s[i] == ':') {
			break
		}
	}
	i = min(i, len(s))
	if i-v.To > 64 {
		walked.Saw(v, v.To, i)
	}
	return i
}

// fieldsOf reports whether a hash has as many fields as its kind wants: crypt says
// no for those that have not, wherever they end.
func fieldsOf(val []byte) bool {
	most := len(val)
	if at(val, 0, "$2") || at(val, 0, "$1$") || at(val, 0, "$apr1$") {
		most = 3
	}
	n := 0
	for i := 0; n <= most && n < 4; n++ {
		k := bytes.IndexByte(val[i:], '$')
		if k < 0 {
			break
		}
		i += k + 1
	}
	return n >= 3 && n <= most
}

// crypt checks the number and length of a hash's fields.
func crypt(val []byte) bool {
	last := val[bytes.LastIndexByte(val, '$')+1:]
	long := false
	switch {
	case at(val, 0, "$2"):
		long = len(last) >= 53
	case at(val, 0, "$1$"), at(val, 0, "$apr1$"):
		long = len(last) == 22
	case at(val, 0, "$5$"):
		long = len(last) == 43
	case at(val, 0, "$6$"):
		long = len(last) == 86
	default:
		long = len(last) >= 32 && value.Score(last) > 0
	}
	return long && !flat(last) && fieldsOf(val)
}
