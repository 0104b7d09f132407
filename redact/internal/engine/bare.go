package engine

import "bytes"

// digestNames are what stands before a value that is as long as a key and
// harmless: a checksum, a revision, a fingerprint, a public id.
var digestNames = [...]string{
	"sha1", "sha224", "sha256", "sha384", "sha512", "sha-1", "sha-256", "sha-512", "md5", "blake2b", "blake3",
	"commit", "checksum", "digest", "hash", "revision", "rev", "fingerprint", "etag", "integrity", "tree", "parent", "h1", "blob", "commits", "archive", "grade", "badge", "badges", "id", "uuid", "guid", "user", "username", "project", "org",
}

// joins reports whether b binds a run to its neighbour: base64 of another
// alphabet, name@revision, url#fragment.
func joins(b byte) bool { return b == '+' || b == '@' || b == '#' }

// joinedAfter reports whether what begins at after makes a bare run that ends
// there a part of something else: another alphabet, a blob, padding.
func joinedAfter(after []byte) bool {
	if len(after) == 0 {
		return false
	}
	switch b := after[0]; b {
	case '=':
		// A name before a value, or base64 with padding.
		return true
	case '/':
		return blobBegins(after[1:]) || opens(after[1+blobRun(after[1:]):])
	case '%':
		// The same in a URL.
		return len(after) > 2 && (foldEqual(after[1:3], "3d") || foldEqual(after[1:3], "2b") || foldEqual(after[1:3], "2f"))
	case '.', '-', '_', '~':
		// A host name, a file, a longer token of parts.
		return len(after) > 1 && (alnum(after[1]) || after[1] == '-') || opens(after[1:])
	default:
		return joins(b)
	}
}

// longest is what no identifier reaches.
const longest = 80

// embedded reports whether the context word at [at,to) lies in base64, where
// every short word turns up by chance.
func embedded(src []byte, at, to int) bool {
	i, j := at, to
	// A host name has dots, which base64 has not, however long the path behind it.
	if bytes.IndexByte(src[at:to], '.') < 0 {
		for i > 0 && at-i < 48 && blobByte(src[i-1]) {
			i--
		}
		for j < len(src) && j-to < 48 && blobByte(src[j]) {
			j++
		}
	}
	// Of what a placeholder stands for nothing is known any more, so a word
	// glued to one counts as embedded: redacting twice may find no more than
	// redacting once.
	return j-i >= longest || j-i >= 40 && blob(src[i:j]) || closes(src[:i]) || opens(src[j:])
}

// closes reports whether b ends with a placeholder, opens whether it begins
// with one.
func closes(b []byte) bool {
	if len(b) == 0 || b[len(b)-1] != ']' {
		return false
	}
	i := bytes.LastIndexByte(b[max(0, len(b)-maxKind-len(placeholderWord)-3):], '[')
	return i >= 0 && placeholderEnd(b[max(0, len(b)-maxKind-len(placeholderWord)-3):], i) > 0
}

func opens(b []byte) bool { return placeholderEnd(b, 0) > 0 }

func blobByte(b byte) bool { return alnum(b) || b == '+' || b == '/' }

// blobLen is how long a stretch of base64 is at least that a slash in it
// parts by chance and not as a path does.
const blobLen = 14

// blobBegins reports whether b begins with base64 that is no path: long, of
// both cases and with digits.
func blobBegins(b []byte) bool { return blob(b[:blobRun(b)]) }

// blobRun is the length of the base64 that b begins with, as far as it matters.
func blobRun(b []byte) int {
	i := 0
	for i < len(b) && i < 2*blobLen && blobByte(b[i]) {
		i++
	}
	return i
}

// blobBefore reports whether b ends with base64 that is no path, or with what
// is left of it behind a placeholder.
func blobBefore(b []byte) bool {
	i := len(b)
	for i > 0 && len(b)-i < 2*blobLen && blobByte(b[i-1]) {
		i--
	}
	return blob(b[i:]) || closes(b[:i])
}

func blob(b []byte) bool {
	if len(b) < blobLen {
		return false
	}
	var lower, upper, digit int
	for _, c := range b {
		switch {
		case c-'a' < 26:
			lower++
		case c-'A' < 26:
			upper++
		case c-'0' < 10:
			digit++
		}
	}
	return lower > 2 && upper > 4 && digit > 0
}

// joined reports whether what stands before a bare run makes it a part of
// something else or names it as a digest.
func joined(before []byte) bool {
	n := len(before)
	if n == 0 {
		return false
	}
	if joins(before[n-1]) || before[n-1] == '/' && blobBefore(before[:n-1]) {
		return true
	}
	if n > 1 && before[n-1] == '-' && before[n-2] == '-' || mangled(before) || resource(before) {
		return true // xn--…, _ZN9namespace…, arn:aws:…:project/…
	}
	// The next cell of a table of digests: abc…=,<run>
	if cell := bytes.TrimRight(before[max(0, n-8):], ",;\t \"|"); len(cell) > 0 && cell[len(cell)-1] == '=' && len(cell) < min(n, 8) {
		if end := n - min(n, 8) + len(cell) - 1; blobBefore(before[:end]) || digestBefore(before[:end]) {
			return true
		}
	}
	// Base64 that its name says is a digest, and slashes part: h1:abc/<run>
	if before[n-1] == '/' && digestBefore(before) {
		return true
	}
	return namedDigest(before)
}

// digestBefore reports whether b ends with base64 that its name says is a digest.
func digestBefore(b []byte) bool {
	i := len(b)
	for i > 0 && len(b)-i < maxDigest && blobByte(b[i-1]) {
		i--
	}
	return namedDigest(b[:i])
}

// resource reports whether b ends inside an address of Amazon's resources.
func resource(b []byte) bool {
	i := len(b)
	for i > 0 && len(b)-i < 128 && (blobByte(b[i-1]) || b[i-1] == ':' || b[i-1] == '-' || b[i-1] == '_' || b[i-1] == '.') {
		i--
	}
	return len(b)-i > 8 && string(b[i:i+4]) == "arn:"
}

// mangled reports whether b ends inside a name as C++ compilers write it.
func mangled(b []byte) bool {
	i := len(b)
	for i > 0 && len(b)-i < 256 && isWord(b[i-1]) {
		i--
	}
	return len(b)-i > 3 && b[i] == '_' && (b[i+1] == 'Z' || b[i+1] == '_' && b[i+2] == 'Z')
}

// maxDigest is the length of the longest digest in base64, SHA-512.
const maxDigest = 88

// namedDigest reports whether before ends with the name of a digest and the
// few characters that part it from the value.
func namedDigest(before []byte) bool {
	n := len(before)
	i := n
	for i > 0 && n-i < 5 && !alnum(before[i-1]) && before[i-1] != '\n' && (before[i-1] != ']' || !closes(before[:i])) {
		i--
	}
	if i == n {
		return false
	}
	if closes(before[:i]) {
		return true // such a name may have stood there
	}
	for _, w := range digestNames {
		if i < len(w) || !foldEqual(before[i-len(w):i], w) {
			continue
		}
		// A word of its own, or of a name in camel case: requestId.
		if k := i - len(w); k == 0 || !alnum(before[k-1]) || before[k]-'A' < 26 && before[k-1]-'a' < 26 {
			return true
		}
	}
	return false
}
