//go:build !amd64 || purego

package detect

func asAmong(b []byte) (as bool, blanks int, joined bool) { return asAmongWords(b) }

const seesTokens = false

func tokenAmong([]byte) (parts, digits, equals uint64) { return 0, 0, 0 }
