package connectors

import (
	"strings"
	"unicode/utf8"
)

// MaxUploadPath is the longest upload path, in bytes.
const MaxUploadPath = 512

// SafePath makes the checks that hold for every agent's upload path, before
// the agent's own layout is looked at: valid UTF-8, no byte that a file
// system, a URL or a log could read differently, no segment that leads
// elsewhere, no name that Windows reserves.
func SafePath(p string) bool {
	if p == "" || len(p) > MaxUploadPath || !utf8.ValidString(p) || strings.ContainsAny(p, "\x00\r\n\\%") {
		return false
	}
	for seg := range strings.SplitSeq(p, "/") {
		if seg == "" || seg == "." || seg == ".." || reservedStem(seg) {
			return false
		}
	}
	return true
}

// reservedStem reports whether Windows would open a device for this name,
// whatever its extension.
func reservedStem(seg string) bool {
	stem, _, _ := strings.Cut(seg, ".")
	switch stem = strings.ToUpper(strings.TrimRight(stem, " ")); stem {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	if len(stem) < 4 || (stem[:3] != "COM" && stem[:3] != "LPT") {
		return false
	}
	n := stem[3:]
	return len(n) == 1 && n[0] >= '1' && n[0] <= '9' || n == "¹" || n == "²" || n == "³"
}
