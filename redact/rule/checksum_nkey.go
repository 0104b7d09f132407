package rule

import "encoding/base32"

// nkeySeedLen is the length of an NKEY seed: two prefix bytes, 32 of seed and
// a CRC-16, in base32 without padding.
const nkeySeedLen = 58

// crc16 is the CRC-16 of XMODEM: polynomial 0x1021, initial value 0.
func crc16(b []byte) (crc uint16) {
	for _, c := range b {
		crc ^= uint16(c) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}

func nkeySeed(token []byte) bool {
	raw, ok := decodeNKey(token)
	n := len(raw)
	return ok && uint16(raw[n-2])|uint16(raw[n-1])<<8 == crc16(raw[:n-2])
}

// nkeyEncoding is how NKEYs are written.
var nkeyEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// decodeNKey is the 36 bytes of a seed. Line breaks, which Go's decoder passes over,
// make it none.
func decodeNKey(token []byte) (raw [36]byte, ok bool) {
	if len(token) != nkeySeedLen {
		return raw, false
	}
	n, err := nkeyEncoding.Decode(raw[:], token)
	return raw, err == nil && n == len(raw)
}

// appendNKey completes a seed. The CRC does not fall on a base32 digit, so
// body is the whole token with any digits at the end, and the last ones are
// replaced.
func appendNKey(body []byte) []byte {
	raw, ok := decodeNKey(body)
	if !ok {
		return body
	}
	n := len(raw)
	sum := crc16(raw[:n-2])
	raw[n-2], raw[n-1] = byte(sum), byte(sum>>8)
	return nkeyEncoding.AppendEncode(body[:0:0], raw[:])
}
