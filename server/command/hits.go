package command

import (
	"slices"
	"strings"

	"jezero/connectors/device/client"
	"jezero/server"
)

// hitView is a hit as it is shown, whether it came from the library itself or
// through a server; in JSON it is what agents get.
type hitView = client.Hit

// newHitView redacts a hit of the library once more.
func newHitView(h server.Hit, redact func(string) string) hitView {
	v := hitView{
		ID: h.Item.ID, Title: redact(h.Item.Title), Summary: redact(h.Item.Summary), Project: redact(h.Item.Project),
		Source: h.Item.Source, Trust: string(h.Item.Trust),
		StartedAt: client.Time{Time: h.Item.StartedAt}, EndedAt: client.Time{Time: h.Item.EndedAt},
		Passages: []client.Passage{}, Why: redact(h.Why),
	}
	for _, p := range h.Passages {
		v.Passages = append(v.Passages, client.Passage{Field: p.Field, Text: redact(p.Text)})
	}
	return v
}

// hit prints a title line, where it is from, and at most n passages; the
// summary where there is no passage.
func (r *run) hit(h hitView, n int) {
	r.hitHead(h)
	texts := h.Passages
	if len(texts) == 0 {
		texts = []client.Passage{{Text: h.Summary}}
	}
	for _, p := range texts[:min(n, len(texts))] {
		r.excerpt("    ", p.Text, 3)
	}
	if h.Why != "" {
		for _, l := range wrap("why: "+h.Why, width-4) {
			r.out.line("    %s", r.out.style(cyan, l))
		}
	}
}

// excerpt prints at most n lines of a text.
func (r *run) excerpt(indent, text string, n int) {
	lines := wrap(strings.Join(strings.Fields(text), " "), width-len(indent)-2)
	for i, l := range lines[:min(n, len(lines))] {
		if i == n-1 && i < len(lines)-1 && !strings.HasSuffix(l, "…") {
			l += " …"
		}
		r.out.line("%s%s", indent, r.marked(l))
	}
}

// hitHead prints the title with the date, and the line below it.
func (r *run) hitHead(h hitView) {
	date := day(h.EndedAt.Time)
	title := clip(h.Title, width-2-len(date)-2)
	r.out.line("  %s%s%s", r.out.style(bold, title), strings.Repeat(" ", width-2-len([]rune(title))-len(date)), r.out.style(dim, date))
	parts := []string{"[" + h.ID + "]", h.Project, h.Source}
	if h.Trust != string(server.TrustOwn) {
		parts = append(parts, "trust: "+h.Trust)
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	r.out.line("  %s", r.out.style(dim, clip(strings.Join(parts, " · "), width-2)))
}

// marked shows placeholders in colour.
func (r *run) marked(s string) string {
	if !r.out.colour {
		return s
	}
	var b strings.Builder
	for {
		i := strings.Index(s, "[REDACTED:")
		if i < 0 {
			return b.String() + s
		}
		j := strings.IndexByte(s[i:], ']')
		if j < 0 {
			return b.String() + s
		}
		b.WriteString(s[:i] + r.out.style(yellow, s[i:i+j+1]))
		s = s[i+j+1:]
	}
}
