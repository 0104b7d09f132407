package web

import "strings"

// maxUploadPath is the longest path that is looked at, in bytes.
const maxUploadPath = 1024

// splitUpload judges the raw text behind /inbox/v1/ before anything decodes
// or cleans it, and takes it apart into the agent and the path below its
// root. No agent's layout needs a character that URLs escape, so a path with
// an escape is refused whatever it stands for; that covers every encoding of
// dots, slashes and NUL, however often it was applied.
func splitUpload(raw string) (agent, path string, ok bool) {
	if len(raw) > maxUploadPath {
		return "", "", false
	}
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9',
			c == '.', c == '_', c == '-', c == '/':
		default:
			return "", "", false
		}
	}
	agent, path, found := strings.Cut(raw, "/")
	if !found || agent == "" {
		return "", "", false
	}
	for _, segment := range strings.Split(raw, "/") {
		if !safeSegment(segment) {
			return "", "", false
		}
	}
	return agent, path, true
}

// safeSegment refuses names that mean something else than a file of that name
// on some file system: nothing, here, above, a trailing dot, and the devices
// of Windows with or without an extension.
func safeSegment(s string) bool {
	if s == "" || len(s) > 255 || s[len(s)-1] == '.' {
		return false
	}
	base, _, _ := strings.Cut(s, ".")
	switch base = strings.ToLower(base); base {
	case "con", "prn", "aux", "nul":
		return false
	}
	return !(len(base) == 4 && (base[:3] == "com" || base[:3] == "lpt") && base[3] >= '0' && base[3] <= '9')
}
