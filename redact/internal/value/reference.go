package value

import (
	"bytes"
	"strings"
)

// reference: something that points at the value instead of being it.
func reference(f *facts) (Look, bool) {
	v := f.v
	n := len(v)
	last := v[n-1]
	switch v[0] {
	case '$':
		return dollar(v)
	case '<':
		if last == '>' && n > 2 {
			return bracketed(v[1 : n-1])
		}
		if n > 3 && (v[1] == '%' || v[1] == '?') {
			return Reference, true
		}
	case '{':
		if n > 4 && v[1] == '{' && (index(v, "}}") < 0 || inner(v[2:max(2, index(v, "}}"))])) || last == '}' && n > 2 && inner(v[1:n-1]) {
			return Reference, true
		}
	case '[':
		if last == ']' && n > 2 {
			return bracketed(v[1 : n-1])
		}
		if n > 5 && string(v[:5]) == "[pwd]" {
			return Reference, true // Tcl
		}
	case '%':
		if n > 2 && last == '%' && inner(v[1:n-1]) || n == 2 && (lower(v[1])) || n > 3 && (v[1] == '(' || v[1] == '{') || n > 2 && v[1] == '+' {
			return Reference, true
		}
	case '#':
		if n > 2 && v[1] == '{' && closesAtEnd(v[1:], '{', '}') {
			return Reference, true
		}
	case '@':
		if n > 2 && last == '@' && inner(v[1:n-1]) || n > 2 && (v[1] == '{' || v[1] == '(') {
			return Reference, true
		}
	case '!':
		if n > 2 && (v[1] == '!' || prefixed(v, "!Ref") || prefixed(v, "!Sub") || prefixed(v, "!GetAtt") || prefixed(v, "!vault") || prefixed(v, "!secret") || prefixed(v, "!Join") || prefixed(v, "!env") || prefixed(v, "!Import")) {
			return Reference, true
		}
	case ':', '?':
		if n > 1 && inner(v[1:]) || n == 1 {
			return Reference, true
		}
	case '(', ')', '|', '=', ',', ';', ']', '}', '>':
		if n <= 2 {
			return Code, true
		}
		if v[0] == '(' && inner(v[1:]) {
			return Code, true
		}
	case '_':
		if n > 4 && v[1] == '_' && last == '_' && v[n-2] == '_' && inner(v[2:n-2]) {
			return Placeholder, true
		}
	case '*', '&':
		if n > 1 && inner(v[1:]) {
			return Reference, true // a YAML alias, a pointer
		}
	}
	const credentials = "credentialsJSON:"
	if n == len(credentials)+36 && prefixed(v, credentials) && UUIDAt(v, len(credentials)) {
		return Reference, true // TeamCity's number of a secret that it keeps
	}
	if p := pointer(v); p != "" {
		return Reference, !Strong(v[len(p):]) || p[len(p)-1] == '/'
	}
	if !f.has(markDollar | markHash | markPercent | markAngle | markCurly) {
		return Empty, false
	}
	for _, b := range [...]struct{ open, shut string }{{"${", "}"}, {"{{", "}}"}, {"#{", "}"}, {"$(", ")"}, {"%{", "}"}, {"<%", "%>"}} {
		if !f.has(markOf[b.open[0]]) {
			continue
		}
		i := index(v, b.open)
		if i < 0 {
			continue
		}
		name := v[i+len(b.open):]
		k := index(name, b.shut)
		if k < 0 || !inner(name[:k]) {
			continue
		}
		if !Likely(outside(v, i)) {
			return Reference, true
		}
	}
	// "prefix$VAR"
	if !f.has(markDollar) {
		return Empty, false
	}
	if i := index(v, "$"); i > 0 && i+1 < n && (upper(v[i+1]) || v[i+1] == '_') && inner(v[i+1:]) && !Likely(v[:i]) && !mixedCase(v[i+1:]) {
		return Reference, true
	}
	return Empty, false
}

// mixedCase: capitals after small letters, or digits, as in no shell variable.
func mixedCase(b []byte) bool {
	for _, c := range b {
		if lower(c) || digit(c) {
			return true
		}
	}
	return false
}

// pointers are schemes of secret stores and lookups in the environment, in
// order of their first byte.
var pointers = [...]string{
	"ENV[", "ENV.", "System.getenv", "_env:", "awssm", "arn:", "azurekv:", "args.", "app.config", "aws_secretsmanager", "bitwarden:",
	"config.", "ctx.", "credentials(", "doppler", "data.", "env.", "env:", "env/", "env(", "env_", "each.", "file:", "getenv",
	"gcpsm", "import.meta.env", "keyring:", "keychain:", "kv/", "local.", "lookup(", "module.", "os.environ", "os.getenv", "op://",
	"options.", "process.env", "projects/", "pass:", "parameters(", "ref+", "ssm:", "secretsmanager:", "secret:", "secrets.",
	"secret://", "self.", "settings.", "stdin", "this.", "vault:", "var.", "variables(",
}

// pointer is the one that v begins with, if it does.
func pointer(v []byte) string {
	for _, p := range pointers[pointersFrom[v[0]]:pointersFrom[int(v[0])+1]] {
		if prefixed(v, p) {
			return p
		}
	}
	return ""
}

// pointersFrom tells where the pointers with a first byte begin; they end where
// those of the next one do.
var pointersFrom = func() (t [257]uint8) {
	for i, p := range pointers {
		t[int(p[0])+1] = uint8(i + 1)
	}
	for b := 1; b < len(t); b++ {
		t[b] = max(t[b], t[b-1])
	}
	return t
}()

func dollar(v []byte) (Look, bool) {
	n := len(v)
	if n == 1 {
		return Reference, true
	}
	switch c := v[1]; {
	case c == '{':
		// ${VAR:-default}: the default is a literal, but the whole is a lookup.
		// A default that looks generated is found by its own shape.
		if k := index(v, "}"); k > 0 && !inner(v[2:k]) && index(v[:k], ":") < 0 {
			return Empty, false
		}
		if closesAtEnd(v[1:], '{', '}') || index(v, "}") < 0 {
			return Reference, true
		}
		return Reference, !Likely(outside(v, 0))
	case c == '(':
		return Reference, closesAtEnd(v[1:], '(', ')') || !Likely(outside(v, 0))
	case c == '[' || c == '{':
		return Reference, true
	case digit(c) || c == '@' || c == '*' || c == '#' || c == '?' || c == '!':
		return Reference, n <= 3 // $1
	case lower(c) || upper(c) || c == '_':
		i := 1
		for i < n && (lower(v[i]) || upper(v[i]) || digit(v[i]) || v[i] == '_') {
			i++
		}
		if Likely(v[1:i]) && i > 12 || hashed(v) {
			return Empty, false
		}
		rest := v[i:]
		if len(rest) == 0 {
			return Reference, true
		}
		// $obj->field, $a.b, $a[0], $x:y, $a/$b
		switch rest[0] {
		case '-', '.', '[', ':', '/', ',', ';', ')', '"', '\'', '\\', '@', '|', '&', '}', ']', '?', '%':
			return Reference, !Likely(rest)
		case '$':
			return Reference, true
		}
		return Empty, false
	}
	return Empty, false
}

// hashed: $2y$…, $argon2id$…: a password hash, no variable.
func hashed(v []byte) bool {
	k := 0
	for i, c := range v {
		if i > 24 {
			break
		}
		if c == '$' {
			k++
		}
	}
	return k >= 2 && len(v) > 20
}

// bracketed: <your token>, [your token]; but a generated value in brackets is
// no placeholder.
func bracketed(in []byte) (Look, bool) {
	if Strong(in) || len(in) >= 12 && Likely(in) && DigitCount(in) > 2 {
		return Empty, false
	}
	if n := RedactedLen(in); n > 0 {
		return Redacted, n == len(in)
	}
	return Placeholder, true
}

// inner: a name, perhaps with dots, blanks and arguments, that is not generated.
func inner(b []byte) bool {
	b = trim(b)
	if len(b) == 0 || len(b) > 80 {
		return false
	}
	if !(lower(b[0]) || upper(b[0]) || b[0] == '_' || b[0] == '$' || b[0] == '%' || b[0] == '{') {
		return false
	}
	for _, c := range b {
		if !(lower(c) || upper(c) || digit(c)) && strings.IndexByte("_.-:$ ()[]'\"|,{}%/@", c) < 0 {
			return false
		}
	}
	return !Likely(b)
}

// outside is what stands around the first bracketed reference at i, the longer
// side of it.
func outside(v []byte, i int) []byte {
	before := v[:i]
	rest := v[i:]
	end := len(rest)
	for j, c := range rest {
		if c == '}' || c == ')' {
			end = j + 1
			break
		}
	}
	after := rest[end:]
	if len(after) > len(before) {
		return after
	}
	return before
}

func closesAtEnd(v []byte, open, shut byte) bool {
	depth := 0
	for i, c := range v {
		switch c {
		case open:
			depth++
		case shut:
			depth--
			if depth == 0 {
				return i == len(v)-1
			}
		}
	}
	return true // cut off: still a reference
}

func prefixed(v []byte, p string) bool {
	return len(v) >= len(p) && string(v[:len(p)]) == p
}

func index(v []byte, s string) int {
	for i := 0; ; i++ {
		k := bytes.IndexByte(v[i:], s[0])
		if k < 0 {
			return -1
		}
		if i += k; prefixed(v[i:], s) {
			return i
		}
	}
}
