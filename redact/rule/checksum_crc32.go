package rule

import (
	"hash/crc32"
	"math"
)

const (
	base62Digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	hexDigits    = "0123456789abcdef"
)

func crc(b []byte) uint32 { return crc32.ChecksumIEEE(b) }

func reverse(n uint32) uint32 { return n>>24 | n>>8&0xff00 | n<<8&0xff0000 | n<<24 }

func trimUnderscore(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] == '_' {
		return b[:n-1]
	}
	return b
}

// firstDigits is how many digits six of them may begin with that are a CRC-32.
const firstDigits = math.MaxUint32/(62*62*62*62*62) + 1

func appendBase62(dst []byte, n uint32) []byte {
	var d [6]byte // 62^6 > 2^32
	for i := len(d) - 1; i >= 0; i-- {
		d[i] = base62Digits[n%62]
		n /= 62
	}
	return append(dst, d[:]...)
}

func appendHex(dst []byte, n uint32) []byte {
	for shift := 28; shift >= 0; shift -= 4 {
		dst = append(dst, hexDigits[n>>shift&15])
	}
	return dst
}

// tailIs reports whether the token ends in want and has a body before it.
func tailIs(token, want []byte) bool {
	n := len(token) - len(want)
	return n > 0 && string(token[n:]) == string(want)
}

func crc32Base62(body []byte) bool {
	if len(body) <= 6 {
		return false
	}
	if body[len(body)-6]-base62Digits[0] >= firstDigits {
		return false // too great a number
	}
	var buf [6]byte
	return tailIs(body, appendBase62(buf[:0], crc(body[:len(body)-6])))
}

func crc32HexTail(body []byte) bool {
	if len(body) <= 8 {
		return false
	}
	var buf [8]byte
	return tailIs(body, appendHex(buf[:0], crc(trimUnderscore(body[:len(body)-8]))))
}

func crc32HexReversed(token []byte) bool {
	if len(token) <= 8 {
		return false
	}
	var buf [8]byte
	return tailIs(token, appendHex(buf[:0], reverse(crc(trimUnderscore(token[:len(token)-8])))))
}
