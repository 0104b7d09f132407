package rule

import "bytes"

const bech32Digits = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

// bech32Max bounds what is checked: longer strings are no identity of age (a
// post-quantum one has about 80 characters, a plugin one a few hundred).
const bech32Max = 1024

func bech32Step(chk uint32, v byte) uint32 {
	top := chk >> 25
	chk = chk&0x1ffffff<<5 ^ uint32(v)
	for i, g := range [...]uint32{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3} {
		if top>>i&1 == 1 {
			chk ^= g
		}
	}
	return chk
}

// bech32Sum runs the checksum over the human-readable part and the data of s,
// which are parted by the last '1'. Either case passes, mixed case does not.
func bech32Sum(s []byte) (chk uint32, ok bool) {
	sep := bytes.LastIndexByte(s, '1')
	if sep < 1 || len(s) > bech32Max {
		return 0, false
	}
	var lower, upper bool
	for _, c := range s {
		lower = lower || Lower.Has(c)
		upper = upper || Upper.Has(c)
	}
	if lower && upper {
		return 0, false
	}
	chk = 1
	for _, c := range s[:sep] {
		chk = bech32Step(chk, toLower(c)>>5)
	}
	chk = bech32Step(chk, 0)
	for _, c := range s[:sep] {
		chk = bech32Step(chk, toLower(c)&31)
	}
	for _, c := range s[sep+1:] {
		v := bytes.IndexByte([]byte(bech32Digits), toLower(c))
		if v < 0 {
			return 0, false
		}
		chk = bech32Step(chk, byte(v))
	}
	return chk, true
}

func toLower(c byte) byte {
	if Upper.Has(c) {
		return c | 0x20
	}
	return c
}

func bech32(s []byte) bool {
	chk, ok := bech32Sum(s)
	return ok && chk == 1 && len(s)-bytes.LastIndexByte(s, '1') > 6
}

func appendBech32(s []byte) []byte {
	chk, ok := bech32Sum(s)
	if !ok {
		return s
	}
	for range 6 {
		chk = bech32Step(chk, 0)
	}
	chk ^= 1
	upper := bytes.ContainsAny(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	for i := range 6 {
		d := bech32Digits[chk>>(5*(5-i))&31]
		if upper && d >= 'a' {
			d -= 0x20
		}
		s = append(s, d)
	}
	return s
}
