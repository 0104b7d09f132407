package detect

import (
	"jezero/redact/internal/scan"
	"jezero/redact/internal/swar"
	"jezero/redact/internal/value"
)

// Addresses with a user and a password that no scheme announces.

// oracleLogin finds the password of jdbc:oracle:thin:user/password@host and of
// sqlplus user/password@name.
func oracleLogin(v *scan.View, out *scan.Out) {
	s := v.Src
	i := v.To
	if s[v.To-1] == ':' {
		for i < len(s) && alnum(s[i]) {
			i++ // thin, oci
		}
		if i >= len(s) || s[i] != ':' {
			return
		}
		i++
	} else {
		words := v.Words(s[v.At:v.To])
		for end := commandEnd(v, v.To, s[v.At:v.To]); i < end; {
			if i = words.Next(v, i); i >= end {
				return
			}
			start, stop, next := argumentIn(v, s, i, end)
			if next <= i || start >= stop {
				return
			}
			if i = start; s[start] != '-' {
				break
			}
			i = next
		}
	}
	user := i
	for i < len(s) && i-user < 64 && (alnum(s[i]) || s[i] == '_' || s[i] == '$' || s[i] == '#' || s[i] == '.') {
		i++
	}
	if i == user || i >= len(s) || s[i] != '/' {
		return
	}
	start := i + 1
	end := -1
	for i = start; i < len(s) && i-start < 128; i++ {
		if c := s[i]; c <= ' ' || quote(c) || c == '<' || c == '\\' || c == '/' && end >= 0 {
			break
		} else if c == '@' {
			end = i
		}
	}
	if end <= start || end+1 >= len(s) || !alnum(s[end+1]) && s[end+1] != '/' && s[end+1] != '(' && s[end+1] != '[' {
		return
	}
	addURL(v, out, start, end)
}

// goDSN finds the password of user:password@tcp(host:port)/name, as the MySQL
// driver of Go writes it.
func goDSN(v *scan.View, out *scan.Out) {
	s := v.Src
	i := v.At
	for i > 0 && v.At-i < 192 && s[i-1] > ' ' && !quote(s[i-1]) && s[i-1] != '=' {
		i--
	}
	if k := colonOf(s, i, v.At); k > i {
		addURL(v, out, k+1, v.At)
	}
}

// noAddress reports whether no address follows the word that ends at to.
func noAddress(s []byte, _, to int) bool {
	if to+addressSee > len(s) {
		return false
	}
	// Nearly always something stands there that no address, and nothing before one, holds:
	// a bracket, a comma, a slash, the end of the line. The user's colon comes before.
	for k := to; k < to+addressSee-16; k += 8 {
		x := swar.Load(s, k)
		ends := swar.Between(x, '(', ',') | swar.Are(x, '/') | swar.Between(x, '\n', '\x1f')
		colons := swar.Are(x, ':')
		if colons != 0 {
			next := swar.Load(s, k+1)
			colons &^= swar.Blanks(next) | swar.Are(next, '/')
		}
		if m := ends | colons; m != 0 {
			if ends&m&-m != 0 {
				return true
			}
			break
		}
	}
	return pairAddress(s, to) < 0
}

// beforeAddress has the bytes that may stand between the words before an address.
var beforeAddress = [256]bool{' ': true, '\t': true, '"': true, '\'': true, '`': true, ':': true, '=': true}

// inAddress has the bytes of those words and of a user's name.
var inAddress = func() (t [256]bool) {
	for i := range t {
		t[i] = alnum(byte(i)) || i == '_' || i == '-' || i == '.'
	}
	return t
}()

// addressSee is how far pairAddress looks: three words and an address.
const addressSee = 24 + 4*(8+64)

// pairAddress is where the part of an address begins that stands behind the user's
// name and its colon, after the word that ends at i and at most three more; -1
// where none does.
func pairAddress(s []byte, i int) int {
	if c := s[i-1]; alpha(c) {
		for end := min(len(s), i+24); i < end && kinds[s[i]]&isWord != 0 && !digit(s[i]); i++ {
		}
	}
	// At most three small words, and then the address.
	for n := 0; ; n++ {
		from := i
		if i < len(s) && s[i] == ' ' {
			i++ // nearly always it is one blank
		}
		for end := min(len(s), from+8); i < end && (beforeAddress[s[i]] || s[i] == '\\' && i+1 < len(s) && quote(s[i+1])); i++ {
		}
		if i >= len(s) || i == from && !quote(s[i-1]) && s[i-1] != '=' && s[i-1] != ':' || !alpha(s[i]) {
			return -1
		}
		k := i
		for end := min(len(s), i+64); k < end && inAddress[s[k]]; k++ {
		}
		if k >= len(s) {
			return -1
		}
		if s[k] == ':' && k+1 < len(s) && s[k+1] > ' ' && s[k+1] != '/' {
			return k + 1
		}
		if s[k] != ' ' && s[k] != ':' && s[k] != '=' || n == 3 || k-i > 8 {
			return -1
		}
		i = k
	}
}

// hostPair finds the password of user:password@host after a word that names a
// connection: connect to app:x@db, DSN=app:x@db/app, proxy: app:x@proxy:3128.
func hostPair(v *scan.View, out *scan.Out) {
	s := v.Src
	i := pairAddress(s, v.To)
	if i < 0 {
		return
	}
	start, end := i, -1
	for ; i < len(s) && i-start < 128; i++ {
		if c := s[i]; c <= ' ' || quote(c) || c == '<' || c == '>' || c == '\\' || c == ',' || c == '(' || c == '/' {
			break
		} else if c == '@' {
			end = i
		}
	}
	if end <= start {
		return
	}
	// A host has a dot, a port or a path, or ends the word.
	h := end + 1
	for h < len(s) && (alnum(s[h]) || s[h] == '.' || s[h] == '-' || s[h] == '_') {
		h++
	}
	if h == end+1 || h < len(s) && s[h] != ':' && s[h] != '/' && s[h] != '?' && !endOfToken(s, h) || digitsOnly(s[end+1:h]) {
		return
	}
	addURL(v, out, start, end)
}

// colonOf is the first colon in s[i:end] behind a user's name, -1 when another
// byte comes first.
func colonOf(s []byte, i, end int) int {
	for k := i; k < end; k++ {
		if s[k] == ':' {
			return k
		}
		if c := s[k]; !alnum(c) && c != '_' && c != '-' && c != '.' && c != '$' {
			return -1
		}
	}
	return -1
}

func addURL(v *scan.View, out *scan.Out, start, end int) {
	if val := v.Src[start:end]; urlPassword(v, val) && v.Look(val) != value.Keyword {
		out.Add(scan.Span{Match: v.At, MatchEnd: max(end+1, v.To), Start: start, End: end, Rule: ruleURL, Confidence: ruleURL.Confidence})
	}
}
