package ingest

import (
	"strings"
	"time"
	"unicode/utf8"

	"jezero/connectors"
	"jezero/server"
)

// Segments are cut between messages. Each cut depends only on what came before
// it and on the message that follows, and on lengths before redaction: so a
// session that grows changes its last segment only, and newer rules do not move
// the cuts.
const (
	segmentMin  = 6 << 10  // bytes from which the next user turn begins a segment
	segmentMax  = 12 << 10 // bytes that a segment has at most, unless one message is longer
	pauseMin    = 1 << 10  // bytes from which a long pause begins a segment
	longPause   = 4 * time.Hour
	shortPause  = 30 * time.Minute
	pieceSearch = 1 << 10 // bytes before a cut in which a line end is looked for
)

// group is a stretch of messages, still as the agent wrote them.
type group struct {
	messages []connectors.Message
	pieces   int // > 1: one message that is too long, to be cut after redaction
}

// split cuts a session into groups.
func split(messages []connectors.Message) []group {
	var out []group
	var cur []connectors.Message
	size := 0
	var last time.Time
	flush := func() {
		if len(cur) > 0 {
			out = append(out, group{messages: cur, pieces: 1})
		}
		cur, size = nil, 0
	}
	for _, m := range messages {
		m.Text = strings.TrimSpace(m.Text)
		if m.Text == "" {
			continue
		}
		n := len(m.Text)
		if len(cur) > 0 && cutBefore(&m, size, n, last) {
			flush()
		}
		if !m.Time.IsZero() {
			last = m.Time
		}
		if n > segmentMax {
			flush()
			out = append(out, group{messages: []connectors.Message{m}, pieces: (n + segmentMax - 1) / segmentMax})
			continue
		}
		cur = append(cur, m)
		size += n
	}
	flush()
	return out
}

// cutBefore decides whether a segment of size bytes ends before the message.
func cutBefore(m *connectors.Message, size, n int, last time.Time) bool {
	if size+n > segmentMax {
		return true
	}
	var pause time.Duration
	if !m.Time.IsZero() && !last.IsZero() {
		pause = m.Time.Sub(last)
	}
	switch {
	case pause >= longPause:
		return size >= pauseMin
	case m.Role == connectors.User || pause >= shortPause:
		return size >= segmentMin
	}
	return false
}

// cutText cuts a redacted text into n pieces of about the same size, at line
// ends where there are some, and never inside a placeholder or a character. A
// piece may be empty: redaction may have taken most of the text.
func cutText(s string, n int) []string {
	out := make([]string, 0, n)
	for left := n; left > 1; left-- {
		cut := cutPoint(s, (len(s)+left-1)/left)
		out = append(out, s[:cut])
		s = s[cut:]
	}
	return append(out, s)
}

func cutPoint(s string, at int) int {
	if at >= len(s) {
		return len(s)
	}
	lo := max(at-pieceSearch, 0)
	if i := strings.LastIndexByte(s[lo:at], '\n'); i >= 0 {
		at = lo + i + 1
	} else if i := strings.LastIndexByte(s[lo:at], ' '); i >= 0 {
		at = lo + i + 1
	}
	for at > 0 && !utf8.RuneStart(s[at]) {
		at--
	}
	// A placeholder holds neither line ends nor many bytes.
	if i := strings.LastIndexByte(s[:at], '['); i >= 0 && at-i < server.MaxPlaceholder {
		if end := server.PlaceholderLen(s[i:]); end > at-i {
			at = i
		}
	}
	return at
}
