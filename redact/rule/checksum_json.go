package rule

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
)

// jsonMax bounds the payload that is decoded: proof is worth little, and no
// issuer's payload is larger.
const jsonMax = 16 << 10

// decodeJSON decodes base64 of either alphabet, padded or not.
func decodeJSON(b []byte) ([]byte, bool) {
	if len(b) > jsonMax {
		return nil, false
	}
	b = bytes.TrimRight(b, "=")
	enc := base64.RawStdEncoding
	if bytes.ContainsAny(b, "-_") {
		enc = base64.RawURLEncoding
	}
	out, err := enc.AppendDecode(nil, b)
	return out, err == nil
}

// jsonPayload finds the base64 of an object ("eyJ" is the base64 of `{"`) and
// decodes it up to the end of the token.
func jsonPayload(token []byte) bool {
	at := bytes.Index(token, []byte("eyJ"))
	if at < 0 {
		return false
	}
	raw, ok := decodeJSON(token[at:])
	var object map[string]json.RawMessage
	return ok && json.Unmarshal(raw, &object) == nil
}

func jwtHeader(token []byte) bool {
	head, _, ok := bytes.Cut(token, []byte("."))
	if !ok {
		return false
	}
	raw, ok := decodeJSON(head)
	var h struct {
		Alg *string `json:"alg"`
	}
	return ok && json.Unmarshal(raw, &h) == nil && h.Alg != nil
}
