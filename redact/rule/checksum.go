package rule

// Checksum names a check-digit algorithm; Check in this package computes it.
type Checksum uint8

const (
	NoChecksum Checksum = iota
	// CRC32Base62 is GitHub's and npm's scheme: the last 6 characters are the
	// base62 CRC-32 (IEEE) of the body between prefix and checksum.
	CRC32Base62
	// CRC32HexTail: the last 8 characters are the lower-case hex CRC-32 of what stands before.
	CRC32HexTail
	// JWTHeader: the first segment decodes to JSON with an "alg".
	JWTHeader
	// Bech32Sum: the six-character bech32 checksum (age).
	Bech32Sum
	// NKeyCRC16: the CRC-16 of NATS NKEY seeds.
	NKeyCRC16
	// JSONPayload: the base64 body decodes to a JSON object.
	JSONPayload
)
