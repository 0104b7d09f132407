//go:build !amd64 || purego

package prefilter

type wideKernel struct{}

const canWide = false

func (s *Set) prepareWide() {}
