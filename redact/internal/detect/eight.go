package detect

import "jezero/redact/internal/swar"

// What stands beside a name, eight bytes at a time.

// wordsIn has the bytes of x that are isWord.
func wordsIn(x uint64) uint64 {
	return swar.Letters(x) | swar.Digits(x) | swar.Are(x, '_') | swar.Are(x, '-')
}

// namesIn has those of ASCII that are isName: - to 9, but no slash, letters, and _. It is
// written out, so that it needs no call.
func namesIn(x uint64) uint64 {
	const each, low7 = swar.Each, swar.High - swar.Each
	y := x & low7
	m := (y + (0x80-'-')*each) &^ (y + (0x7f-'9')*each) & (y ^ '/'*each + low7)
	m |= ^(y ^ '_'*each + low7)
	y |= 0x20 * each
	m |= (y + (0x80-'a')*each) &^ (y + (0x7f-'z')*each)
	return m &^ x & swar.High
}
