package connectors

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Most bytes of a transcript are tool results, which are dropped. Fields and
// Elements find their way through a record without decoding what is not
// asked for; they check the structure they walk, not the values they pass.

// Fields calls each for every member of a JSON object: the key as it is
// written, without quotes, and the raw value. It reports whether obj is an
// object that is closed and followed by nothing.
func Fields(obj []byte, each func(key, value []byte)) bool {
	i := space(obj, 0)
	if i >= len(obj) || obj[i] != '{' {
		return false
	}
	if i = space(obj, i+1); i < len(obj) && obj[i] == '}' {
		return space(obj, i+1) == len(obj)
	}
	for i < len(obj) && obj[i] == '"' {
		end := pass(obj, i)
		if end < 0 {
			return false
		}
		key := obj[i+1 : end-1]
		if i = space(obj, end); i >= len(obj) || obj[i] != ':' {
			return false
		}
		i = space(obj, i+1)
		if end = pass(obj, i); end < 0 {
			return false
		}
		each(key, obj[i:end])
		if i = space(obj, end); i >= len(obj) {
			return false
		}
		switch obj[i] {
		case ',':
			i = space(obj, i+1)
		case '}':
			return space(obj, i+1) == len(obj)
		default:
			return false
		}
	}
	return false
}

// Elements calls each for every element of a JSON array, and reports whether
// arr is an array that is closed and followed by nothing.
func Elements(arr []byte, each func(value []byte)) bool {
	i := space(arr, 0)
	if i >= len(arr) || arr[i] != '[' {
		return false
	}
	if i = space(arr, i+1); i < len(arr) && arr[i] == ']' {
		return space(arr, i+1) == len(arr)
	}
	for i < len(arr) {
		end := pass(arr, i)
		if end < 0 {
			return false
		}
		each(arr[i:end])
		if i = space(arr, end); i >= len(arr) {
			return false
		}
		switch arr[i] {
		case ',':
			i = space(arr, i+1)
		case ']':
			return space(arr, i+1) == len(arr)
		default:
			return false
		}
	}
	return false
}

// Str is the text of a raw JSON string, "" for any other value.
func Str(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' || raw[len(raw)-1] != '"' {
		return ""
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return strings.ToValidUTF8(string(raw[1:len(raw)-1]), "\uFFFD")
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// IsTrue reports whether a raw value is true.
func IsTrue(raw []byte) bool { return string(raw) == "true" }

func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

// pass returns where the value that starts at i ends, -1 when it does not.
func pass(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return passString(b, i)
	case '{', '[':
		return passNested(b, i)
	}
	start := i
	for i < len(b) && plain[b[i]] {
		i++
	}
	if i == start {
		return -1
	}
	return i
}

// plain are the bytes of numbers and names.
var plain = func() (t [256]bool) {
	for _, c := range []byte("0123456789+-.eEtrufalsn") {
		t[c] = true
	}
	return t
}()

func passString(b []byte, i int) int {
	for i++; ; {
		j := bytes.IndexByte(b[i:], '"')
		if j < 0 {
			return -1
		}
		i += j
		back := i - 1
		for back >= 0 && b[back] == '\\' {
			back--
		}
		i++
		if (i-back)%2 == 0 { // an even number of backslashes: they escape each other
			return i
		}
	}
}

// maxDepth bounds nesting, as encoding/json does.
const maxDepth = 10000

func passNested(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '"':
			if i = passString(b, i); i < 0 {
				return -1
			}
			continue
		case '{', '[':
			if depth++; depth > maxDepth {
				return -1
			}
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return -1
}
