//go:build !amd64 || purego

package prefilter

type wideKernel struct{}

var hasWide = false
