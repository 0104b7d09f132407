//go:build !amd64 || purego

package engine

func fillMasks(*masks, []byte, int, int) bool { return false }
