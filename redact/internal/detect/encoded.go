package detect

import (
	"encoding/base64"
	"sync"

	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// encodedTokens begin tokens that people paste in base64. Each is looked for in
// its three spellings, one for each place it may have in a group of three bytes.
var encodedTokens = [...]string{"github_pat_", "glpat-", "sk_live_", "rk_live_", "sk-ant-", "sk-proj-", "xoxb-", "xoxp-", "dop_v1_", "pypi-", "AKIA", "ASIA", "AIza", "ghp_", "gho_", "ghs_", "npm_"}

// encodedNames are names in front of an encoded value.
var encodedNames = [...]string{"password", "Password", "PASSWORD", "passwd", "token", "TOKEN", "secret", "SECRET", "api_key", "apikey", "API_KEY"}

// encodedAnchors are the spellings of both.
var encodedAnchors = sync.OnceValue(func() (out []string) {
	for _, w := range encodedTokens {
		out = append(out, encodedLiterals(w)...)
	}
	for _, w := range encodedNames {
		out = append(out, encodedLiterals(w)...)
	}
	return out
})

// encodedLiterals are the spellings of w in base64.
func encodedLiterals(w string) (out []string) {
	leads := []string{""}
	if len(w) < 5 {
		// Too short to be told from chance behind a half-known character.
		leads = []string{"", "=", ":", "\"", " "}
	}
	for _, lead := range leads {
		for shift := range 3 {
			if lead != "" && shift != 0 || lead == "" && len(w) < 5 && shift == 1 {
				continue
			}
			text := lead + w
			enc := base64.RawStdEncoding.EncodeToString([]byte("\x00\x00"[:shift] + text))
			from := (8*shift + 5) / 6
			to := 8 * (shift + len(text)) / 6
			out = append(out, enc[from:to])
		}
	}
	return out
}

const (
	minEncoded = 20
	maxEncoded = 1024
)

// encoded decodes the base64 around the anchor. It goes as a whole when what it
// holds would go: a token with its prefix, or a value under a name.
func encoded(v *scan.View, out *scan.Out) {
	s := v.Src
	i, k := v.At, v.To
	run := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Base64 })
	for low := max(0, v.At-maxEncoded); ; i-- {
		if i = max(run.SkipBack(v, i), low); i == low || !base64Byte(s[i-1]) {
			break
		}
	}
	for k = max(k, min(run.Skip(v, v.At), i+maxEncoded+1)); k < len(s) && k-i <= maxEncoded && base64Byte(s[k]); {
		k++
	}
	if k-i > 64 {
		run.Saw(v, i, k)
	}
	if k-i < minEncoded || k-i > maxEncoded || i > 0 && s[i-1] == '.' || k < len(s) && s[k] == '.' && k+1 < len(s) && alnum(s[k+1]) {
		return
	}
	if at(s, i-7, "base64,") {
		return // a data address
	}
	var buf [maxEncoded]byte
	n := decode64(buf[:], s[i:k])
	if n < 12 || !printable(buf[:n]) || !holdsSecret(buf[:n]) {
		return
	}
	for p := 0; p < 2 && k < len(s) && s[k] == '='; p++ {
		k++
	}
	out.Add(scan.Span{Match: i, MatchEnd: k, Start: i, End: k, Rule: ruleEncoded, Confidence: ruleEncoded.Confidence})
}

func printable(b []byte) bool {
	for _, c := range b {
		if (c < 0x20 || c >= 0x7f) && !space(c) {
			return false
		}
	}
	return true
}

// holdsSecret: one of the prefixes with a generated value behind it, or a value
// that goes by its name.
func holdsSecret(b []byte) bool {
	for i := range b {
		for _, w := range encodedTokens {
			if len(b)-i <= len(w)+12 || b[i] != w[0] || string(b[i:i+len(w)]) != w || i > 0 && alnum(b[i-1]) {
				continue
			}
			k := i + len(w)
			for k < len(b) && base64URL(b[k]) {
				k++
			}
			if val := b[i+len(w) : k]; len(val) >= 12 && (value.Likely(val) || upperDigits(val)) {
				return true
			}
		}
	}
	for i := range b {
		if c := b[i] | 0x20; c != 'p' && c != 't' && c != 's' && c != 'k' {
			continue
		}
		for _, w := range [...]string{"pass", "token", "secret", "key"} {
			if !at(b, i, w) {
				continue
			}
			var found scan.Out
			word(&scan.View{Src: b, At: i, To: i + len(w), Begin: true, Finish: true}, &found)
			if len(found.Spans) > 0 {
				return true
			}
		}
	}
	return false
}

// upperDigits: capitals and digits, of both some, as in the ids of access keys.
func upperDigits(b []byte) bool {
	for _, c := range b {
		if !upper(c) && !digit(c) {
			return false
		}
	}
	return value.DigitCount(b) > 0 && value.DigitCount(b) < len(b)
}
