//go:build !amd64 || purego

package detect

func asAmong(b []byte) (as bool, blanks int, joined bool) { return asAmongWords(b) }

func tokenAmong(b []byte) (parts, digits, equals uint64) { return tokenAmongBytes(b) }
