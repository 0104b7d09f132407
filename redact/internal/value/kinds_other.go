//go:build !amd64 || purego

package value

func (*kinds) fill(*[64]byte) bool { return false }
