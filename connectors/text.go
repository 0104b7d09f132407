package connectors

import (
	"net/url"
	"strings"
)

// Clean makes one message's text fit to keep: valid UTF-8 without NUL bytes
// and leading byte order marks, without the block that jezero's own hooks
// injected, without embedded binaries (data: URIs), trimmed. It never cuts in the middle of other text:
// half a secret is one that the redactor cannot know.
func Clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", "")
	}
	return strings.TrimSpace(Lead(dropData(dropOwn(s))))
}

// dropOwn removes jezero's injected block. An open mark without its end
// counts only at the start of a line: there it is a block that was cut off,
// elsewhere somebody writes about the mark.
func dropOwn(s string) string {
	for range 10 { // what is left may form a block across the gap
		if !strings.Contains(s, MarkerOpen) {
			return s
		}
		next := cutBetween(s, MarkerOpen, MarkerClose, func(string) bool { return true })
		if next == s {
			return s
		}
		s = next
	}
	return strings.ReplaceAll(s, MarkerOpen, "")
}

// cutBetween removes everything from an open mark to the next end mark, where
// what follows the open mark is accepted. An open mark that is never closed
// takes the rest with it when it stands at the start of a line, and stays
// otherwise. It takes time in proportion to the text.
func cutBetween(s, open, end string, accept func(after string) bool) string {
	last := strings.LastIndex(s, end)
	var out strings.Builder
	kept, at := 0, 0 // s[kept:at] is looked at and stays
	for {
		i := strings.Index(s[at:], open)
		if i < 0 {
			break
		}
		i += at
		after := i + len(open)
		switch {
		case !accept(s[after:]):
			at = after
		case last >= after:
			j := strings.Index(s[after:], end)
			out.WriteString(s[kept:i])
			kept = after + j + len(end)
			at = kept
		case i == 0 || s[i-1] == '\n':
			out.WriteString(s[kept:i])
			return out.String()
		default:
			at = after
		}
	}
	if kept == 0 {
		return s
	}
	out.WriteString(s[kept:])
	return out.String()
}

// dropData removes data:…;base64,… and keeps what stands around it.
func dropData(s string) string {
	const mark = ";base64,"
	var out strings.Builder
	rest := s
	for {
		i := strings.Index(rest, mark)
		if i < 0 {
			break
		}
		// Walk back over the media type to "data:".
		start := i
		for start > 0 && i-start < 200 && mediaByte(rest[start-1]) {
			start--
		}
		d := strings.Index(rest[start:i], "data:")
		if d < 0 {
			out.WriteString(rest[:i+len(mark)])
			rest = rest[i+len(mark):]
			continue
		}
		end := i + len(mark)
		for end < len(rest) && base64Byte(rest[end]) {
			end++
		}
		out.WriteString(rest[:start+d])
		rest = rest[end:]
	}
	if out.Len() == 0 && len(rest) == len(s) {
		return s
	}
	out.WriteString(rest)
	return out.String()
}

func mediaByte(c byte) bool { return alnum(c) || strings.IndexByte(":/;=+-._", c) >= 0 }

func base64Byte(c byte) bool { return alnum(c) || strings.IndexByte("+/=_-", c) >= 0 }

func alnum(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// Cut removes every <name …>…</name> element from s, and one that is opened
// at the start of a line and never closed; agents wrap in such elements what
// they put into the user's mouth.
func Cut(s string, names ...string) string {
	for _, name := range names {
		if !strings.Contains(s, "<"+name) {
			continue
		}
		s = cutBetween(s, "<"+name, "</"+name+">", func(after string) bool {
			return after != "" && (after[0] == '>' || after[0] == ' ' || after[0] == '\n')
		})
	}
	return s
}

// dropThinking removes the reasoning that some models write in front of their
// answer instead of into a record of its own.
func dropThinking(s string) string {
	for _, name := range []string{"think", "thinking"} {
		if strings.HasPrefix(s, "<"+name+">") {
			_, answer, _ := strings.Cut(s, "</"+name+">")
			return strings.TrimSpace(answer)
		}
	}
	return s
}

// Inside returns what stands in the first <name>…</name> of s. An element
// that is not closed reaches to the end.
func Inside(s, name string) (string, bool) {
	_, body, ok := strings.Cut(s, "<"+name+">")
	if !ok {
		return "", false
	}
	body, _, _ = strings.Cut(body, "</"+name+">")
	return strings.TrimSpace(body), true
}

// Lead trims what may stand before an agent's own marks: spaces and byte order marks.
func Lead(s string) string { return strings.TrimLeft(s, "\uFEFF \t\r\n") }

// StartsWith reports whether s, after Lead, starts with one of the prefixes.
func StartsWith(s string, prefixes ...string) bool {
	s = Lead(s)
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// FileURI is the path of a file:// URI; anything else is returned as it is.
func FileURI(s string) string {
	if !strings.HasPrefix(s, "file://") {
		return s
	}
	u, err := url.Parse(s)
	if err != nil {
		return strings.TrimPrefix(s, "file://")
	}
	p := u.Path
	if len(p) >= 3 && p[0] == '/' && p[2] == ':' {
		p = p[1:] // a drive
	}
	return p
}
