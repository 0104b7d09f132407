package engine

// digestNames are what stands before a value that is as long as a key and
// harmless: a checksum, a revision, a fingerprint.
var digestNames = [...]string{
	"sha1", "sha224", "sha256", "sha384", "sha512", "sha-1", "sha-256", "sha-512", "md5", "blake2b", "blake3",
	"commit", "checksum", "digest", "hash", "revision", "rev", "fingerprint", "etag", "integrity", "tree", "parent", "h1",
}

// joins reports whether b binds a run to its neighbour: base64 of another
// alphabet, name@revision, url#fragment.
func joins(b byte) bool { return b == '+' || b == '@' || b == '#' }

// joined reports whether what stands before a bare run makes it a part of
// something else or names it as a digest.
func joined(before []byte) bool {
	n := len(before)
	if n == 0 {
		return false
	}
	if joins(before[n-1]) {
		return true
	}
	i := n
	for i > 0 && n-i < 5 && !alnum(before[i-1]) && before[i-1] != '\n' {
		i--
	}
	if i == n {
		return false
	}
	for _, w := range digestNames {
		if i >= len(w) && foldEqual(before[i-len(w):i], w) && (i == len(w) || !alnum(before[i-len(w)-1])) {
			return true
		}
	}
	return false
}
