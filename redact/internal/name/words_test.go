package name

import "testing"

// Where a word begins is found eight bytes at a time: that is what the bytes one by one
// say.
func TestWordStart(t *testing.T) {
	slow := func(b []byte, end int) int {
		i := end - 1
		for ; i > 0; i-- {
			p, c := kinds[b[i-1]], kinds[b[i]]
			j := joins[p<<2|c]
			if j == never || j == acronym && i+1 < end && lower(b[i+1]) && !pluralAcronym(b, i, end) {
				break
			}
		}
		return i
	}
	const of = "aAs1_\x80Z"
	for n := range 5764801 { // every name of eight bytes
		var b [8]byte
		for i := range b {
			b[i] = of[n%7]
			n /= 7
		}
		if kinds[b[7]] == 0 {
			continue
		}
		if got, want := wordStart(b[:], 8), slow(b[:], 8); got != want {
			t.Fatalf("the word at the end of %q begins at %d, not at %d", b, got, want)
		}
	}
	for _, s := range []string{"the_authorization", "APIToken", "DB_PASSWORDs", "abcdefghijk", "ABCDEFGHIJk", "ABCDEFGHIJks", "aBCDEFGHIJKs", "a1234567890", "a.bcdefghi"} {
		for end := 1; end <= len(s); end++ {
			if b := []byte(s); kinds[b[end-1]] != 0 && wordStart(b, end) != slow(b, end) {
				t.Errorf("the word at the end of %q begins at %d, not at %d", s[:end], wordStart(b, end), slow(b, end))
			}
		}
	}
}
