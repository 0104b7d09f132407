package detect

import "jezero/redact/internal/scan"

// loginPair finds what people write for a login: login: admin / x, creds: admin:x.
func loginPair(v *scan.View, out *scan.Out) {
	s := v.Src
	if v.At > 0 && nameByte(s[v.At-1]) {
		return
	}
	i := skipBlanks(s, v.To)
	user := i
	for i < len(s) && i-user < 64 && (nameByte(s[i]) || s[i] == '@' || s[i] == '+') {
		i++
	}
	if i == user || i >= len(s) {
		return
	}
	k := skipBlanks(s, i)
	switch {
	case k >= len(s):
		return
	case s[k] == '/' && k > i && k+1 < len(s) && blank(s[k+1]):
		k = skipBlanks(s, k+1)
	case s[k] == ':' && k == i && s[v.To-2]|0x20 == 's': // creds: admin:x
		k++
	default:
		return
	}
	if k < len(s) && quote(s[k]) {
		k++
	}
	end := bareAt(v, k, bare{})
	for end > k && (s[end-1] == '.' || s[end-1] == ',') {
		end--
	}
	if end <= k || end == len(s) && !v.Finish || tailAt(s, end) == tailWords {
		return
	}
	if val := s[k:end]; tokenBytes(val) && loginPassword(v, val) {
		out.Add(scan.Span{Match: v.At, MatchEnd: end, Start: k, End: end, Rule: rulePassword, Confidence: rulePassword.Confidence})
	}
}
