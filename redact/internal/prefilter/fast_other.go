//go:build !amd64 || purego

package prefilter

type kernel struct{}

func vectors(Mode) bool { return false }

func (s *Set) prepare() {}

func (s *Set) scanFast(src []byte, from, to int, hits []Hit) ([]Hit, int) {
	return s.scanPortable(src, from, to, hits)
}
