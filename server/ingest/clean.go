package ingest

import (
	"strings"

	"jezero/server"
)

// cleaner redacts texts and counts what it took, by kind.
type cleaner struct {
	redactor Redactor
	counts   map[string]int
}

// text redacts one text. Marked-private regions go first, so that nothing in
// them is even looked at by a rule.
func (c *cleaner) text(s string) string {
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", "\uFFFD"), "\uFFFD")
	s, n := dropPrivate(s)
	if n > 0 {
		c.counts["private"] += n
	}
	out := c.redactor.String(s)
	if out != s {
		for _, f := range c.redactor.Find([]byte(s)) {
			c.counts[f.Kind]++
		}
	}
	return out
}

// label redacts a short text that is not part of the dialogue; it is not
// counted, or each segment of a session would count it again.
func (c *cleaner) label(s string) string {
	counts := c.counts
	c.counts = map[string]int{}
	s = c.text(s)
	c.counts = counts
	return s
}

// Regions between these tags are what a user marked as not to be remembered.
const (
	privateOpen  = "<private>"
	privateClose = "</private>"
	privateMark  = "[REDACTED:private]"
)

// dropPrivate takes the marked regions out. A region that is not closed is
// left: prose that mentions the tag must not lose its rest.
func dropPrivate(s string) (string, int) {
	n := 0
	for from := 0; ; {
		i := strings.Index(s[from:], privateOpen)
		if i < 0 {
			return s, n
		}
		i += from
		j := strings.Index(s[i:], privateClose)
		if j < 0 {
			return s, n
		}
		s = s[:i] + privateMark + s[i+j+len(privateClose):]
		from = i + len(privateMark)
		n++
	}
}

// summary redacts what a summariser said, too: it saw redacted text only, but a
// model can put together what stood apart.
func (c *cleaner) summary(s server.Summary) server.Summary {
	s.Title, s.Summary = c.label(s.Title), c.label(s.Summary)
	for i := range s.Questions {
		s.Questions[i] = c.label(s.Questions[i])
	}
	for i := range s.Atoms {
		s.Atoms[i] = c.label(s.Atoms[i])
	}
	return s
}
