//go:build (!amd64 && !arm64) || purego

package prefilter

type kernel struct{}

func vectors(Mode) bool { return false }

func (s *Set) prepare() {}

func (s *Set) blocks(src []byte, p, n int, c *candidates) (consumed, strongs, weaks int) {
	return s.blocksGo(src, p, n, c)
}

func (s *Set) siftStrong(src []byte, c *candidates, n int) int { return s.siftGo(src, c, n) }
