package rule

// Checksum names a check-digit algorithm; Check in this package computes it.
type Checksum uint8

const (
	NoChecksum Checksum = iota
	// CRC32Base62 is GitHub's and npm's scheme: the last 6 characters are the
	// base62 CRC-32 (IEEE) of the body between prefix and checksum.
	CRC32Base62
	// CRC32HexTail is Cloudflare's and Zuplo's scheme: the last 8 characters are
	// the lower-case hex CRC-32 of the body between prefix and checksum, the
	// underscore before the checksum left out.
	CRC32HexTail
	// JWTHeader: the first segment decodes to JSON with an "alg".
	JWTHeader
	// Bech32Sum: the six-character bech32 checksum (age).
	Bech32Sum
	// NKeyCRC16: the CRC-16 of NATS NKEY seeds.
	NKeyCRC16
	// JSONPayload: the base64 body decodes to a JSON object.
	JSONPayload
	// CRC32HexReversed is Grafana's scheme: the last 8 characters are the hex
	// bytes, lowest first, of the CRC-32 of all that stands before the underscore,
	// the prefix too.
	CRC32HexReversed
)

// Check reports whether the check digits of token are right. The first
// prefixLen bytes are the literal prefix of the shape. It never panics, and a
// token of any length and content may be given. False means "not proven": a
// truncated or mistyped key still leaks.
func (c Checksum) Check(token []byte, prefixLen int) bool {
	if prefixLen < 0 || prefixLen > len(token) {
		return false
	}
	switch c {
	case CRC32Base62:
		return crc32Base62(token[prefixLen:])
	case CRC32HexTail:
		return crc32HexTail(token[prefixLen:])
	case CRC32HexReversed:
		return crc32HexReversed(token)
	case JWTHeader:
		return jwtHeader(token)
	case Bech32Sum:
		return bech32(token)
	case NKeyCRC16:
		return nkeySeed(token)
	case JSONPayload:
		return jsonPayload(token)
	}
	return false
}

// Append appends the check digits that make body, a token up to its check
// digits, right: the inverse of Check for the algorithms with digits at the
// end. It returns body alone for the others. Generators of samples use it.
func (c Checksum) Append(body []byte, prefixLen int) []byte {
	if prefixLen < 0 || prefixLen > len(body) {
		return body
	}
	switch c {
	case CRC32Base62:
		return appendBase62(body, crc(body[prefixLen:]))
	case CRC32HexTail:
		return appendHex(body, crc(trimUnderscore(body[prefixLen:])))
	case CRC32HexReversed:
		return appendHex(body, reverse(crc(trimUnderscore(body))))
	case Bech32Sum:
		return appendBech32(body)
	case NKeyCRC16:
		return appendNKey(body)
	}
	return body
}
