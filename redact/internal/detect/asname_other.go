//go:build !amd64 || purego

package detect

func asAmong(b []byte) (as bool, blanks int) { return asAmongWords(b) }
