package detect

import (
	"bytes"

	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// Commands that store secrets take them as NAME=value, whatever the name is.

// fromLiteral judges kubectl create secret … --from-literal=name=value.
func fromLiteral(v *scan.View, out *scan.Out) {
	s := v.Src
	if v.To >= len(s) || s[v.To] != '=' && s[v.To] != ' ' {
		return
	}
	secret := false
	var none scan.Stretch
	walked := &none
	if v.Walked != nil {
		walked = &v.Walked.Stored
	}
	low := v.Backward(v.At, 0, 160)
	for k := v.At; k > low && !secret; k-- {
		if k = walked.SkipBack(v, k); k <= low {
			break
		}
		switch s[k-1] | 0x20 {
		case 'c':
			if at(s, k-1, "configmap") {
				return
			}
		case 's':
			secret = at(s, k-1, "secret ")
		}
	}
	if !secret {
		walked.Saw(v, low, v.At)
	}
	if secret {
		end := commandEnd(v, v.To, s[v.At:v.To])
		storedPair(v, out, v.To+1, end)
	}
}

// vaultPut judges the pairs of vault kv put PATH name=value….
func vaultPut(v *scan.View, out *scan.Out) {
	s := v.Src
	end := commandEnd(v, v.To, s[v.At:v.To])
	words := v.Words(s[v.At:v.To])
	for i := v.To; i < end; {
		if i = words.Next(v, i); i >= end {
			return
		}
		next := storedPair(v, out, i, end)
		if next <= i {
			return
		}
		i = next
	}
}

// storedPair judges one word name=value of a command that stores secrets and
// returns the offset behind it. Names of people and places stay.
func storedPair(v *scan.View, out *scan.Out, i, end int) int {
	s := v.Src
	a, b, next := argument(s, i, end)
	k := a
	for k < b && nameByte(s[k]) {
		k++
	}
	if k == a || k >= b || s[k] != '=' || s[a] == '-' {
		return next
	}
	start, stop := k+1, b
	if start == stop {
		// name='value'
		if start, stop, next = argument(s, k+1, end); start <= k+1 || start > k+3 {
			return next
		}
	}
	if nm := s[a:k]; start < stop && (v.NameOf(nm).Class == name.Holds || !listed(nm, openPairs[:])) && commandValue(v, s[start:stop]) {
		switch look := v.Look(s[start:stop]); {
		case look == value.Keyword || look == value.Number && stop-start < 6:
		case look == value.Word && v.NameOf(nm).Class != name.Holds && stop-start < 6:
		default:
			addCommand(v, out, start, stop)
		}
	}
	return next
}

// openPairs are stored beside secrets and are none.
var openPairs = [...]string{"user", "username", "login", "name", "email", "host", "hostname", "server", "address", "port", "url", "uri", "endpoint", "region",
	"database", "db", "dbname", "schema", "ttl", "type", "policy", "policies", "path", "description", "version", "options", "role", "ca.crt", "tls.crt", "cert", "environment"}

// verb judges the value of a verb, which stands behind skip other words and
// ends the command: add_user NAME PASSWORD. It returns where the command goes
// on: nowhere when it ends before the value.
func verb(v *scan.View, out *scan.Out, i, end, skip int) int {
	s := v.Src
	for range skip {
		a, b, next := argumentIn(v, s, i, end)
		if a == end {
			return end
		}
		if a >= b || s[a] == '-' {
			return i
		}
		i = next
	}
	a, b, next := argument(s, i, end)
	if a == end {
		return end
	}
	if a >= b || s[a] == '-' {
		return i
	}
	lastArgument(v, out, a, b, next, end)
	return next
}

// lastArgument adds a word of a command that only switches and redirections
// follow: in a sentence about the command other words do.
func lastArgument(v *scan.View, out *scan.Out, a, b, next, end int) {
	s := v.Src
	for next < end && (s[next] == '.' || s[next] == ',') {
		next++
	}
	if k := skipBlanks(s, next); k < end && !quote(s[k]) && !endsCommand(s, k) {
		return
	}
	if val := s[a:b]; commandValue(v, val) && v.Look(val) != value.Keyword && !(bytes.IndexByte(val, '`') >= 0 && value.DigitCount(val) == 0) {
		addCommand(v, out, a, b)
	}
}

// endsCommand: no word follows at k, behind the last one of a command: a switch, a
// redirection, a comment, a line break or what closes the text around.
func endsCommand(s []byte, k int) bool {
	return bytes.IndexByte([]byte("->2#&*\\"), s[k]) >= 0 || newline(s, k) > 0 || closesAt(s, k, new([3]int))
}

// wpaPassphrase: wpa_passphrase SSID PASSPHRASE, of eight bytes and more.
func wpaPassphrase(v *scan.View, out *scan.Out) {
	s := v.Src
	if v.To >= len(s) || !blank(s[v.To]) {
		return
	}
	end := commandEnd(v, v.To, s[v.At:v.To])
	a, b, next := argument(s, v.To, end)
	if a >= b || s[a] == '-' || s[a] == '<' || s[a] == '>' {
		return
	}
	if a, b, next = argument(s, next, end); b-a >= 8 && s[a] != '-' && s[a] != '<' && s[a] != '>' {
		lastArgument(v, out, a, b, next, end)
	}
}

// putParameter: aws ssm put-parameter --type SecureString --value VALUE, in
// any order. The other types are open.
func putParameter(v *scan.View, out *scan.Out) {
	s := v.Src
	end := commandEnd(v, v.To, s[v.At:v.To])
	secure := false
	from, to := 0, 0
	words := v.Words(s[v.At:v.To])
	for i := v.To; i < end; {
		// From the first word on that says something, all of them matter.
		if !secure && from == to {
			if i = words.Next(v, i); i >= end {
				return
			}
		}
		a, b, next := argumentIn(v, s, i, end)
		if next <= i {
			break
		}
		i = next
		w := s[a:b]
		switch {
		case string(w) == "--type", string(w) == "--value":
			var x, y int
			if x, y, i = argument(s, i, end); w[2] == 't' {
				secure = string(s[x:y]) == "SecureString"
			} else {
				from, to = x, y
			}
		case string(w) == "--type=SecureString":
			secure = true
		case at(w, 0, "--value="):
			if from, to = a+len("--value="), b; from == to && to < end && quote(s[to]) {
				from, to, i = argument(s, to, end)
			}
		}
	}
	if secure && from < to && commandValue(v, s[from:to]) {
		addCommand(v, out, from, to)
	}
}

// oneTimeSeed: oathtool --totp -b SEED.
func oneTimeSeed(v *scan.View, out *scan.Out) {
	s := v.Src
	end := commandEnd(v, v.To, s[v.At:v.To])
	words := v.Words(s[v.At:v.To])
	for i := programEnd(v); i < end; {
		if i = words.Next(v, i); i >= end {
			return
		}
		a, b, next := argumentIn(v, s, i, end)
		if next <= i {
			return
		}
		if w := s[a:b]; len(w) >= 16 && w[0] != '-' && (base32(w) || value.Hex(w)) && value.DigitCount(w) > 0 {
			out.Add(scan.Span{Match: v.At, MatchEnd: b, Start: a, End: b, Rule: ruleSeed, Confidence: ruleSeed.Confidence})
			return
		}
		i = next
	}
}

// authDefault: AUTH default PASSWORD, what is typed at Redis.
func authDefault(v *scan.View, out *scan.Out) {
	s := v.Src
	a, b, _ := argument(s, v.To, lineEnd(s, v.To, 256))
	if b == len(s) && !v.Finish || a >= b {
		return
	}
	if val := s[a:b]; tokenBytes(val) && loginPassword(v, val) && tailAt(s, b) != tailWords {
		addCommand(v, out, a, b)
	}
}
