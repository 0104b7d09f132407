package ingest

import (
	"strconv"
	"time"

	"jezero/connectors"
	"jezero/server"
)

// segments makes the redacted segments of a session.
func (r *run) segments(sess *connectors.Session, project string, changed time.Time) []*server.Segment {
	label := cleaner{redactor: r.Redactor, counts: map[string]int{}}
	groups := split(sess.Messages)
	id := label.session(sess, groups, changed)
	base := server.Segment{
		Source: r.conn.Name, Session: id, Project: label.label(project), Branch: label.label(sess.Branch),
		Title: label.label(sess.Title), Rules: r.Redactor.Version(), Trust: r.conn.Trust,
	}
	if base.Trust == "" {
		base.Trust = server.TrustOwn
	}
	var out []*server.Segment
	ordinal := 0
	for _, g := range groups {
		c := cleaner{redactor: r.Redactor, counts: map[string]int{}}
		turns := make([]server.Turn, 0, len(g.messages))
		for _, m := range g.messages {
			turns = append(turns, server.Turn{Role: string(m.Role), At: m.Time, Text: c.text(m.Text)})
		}
		for i, part := range pieces(turns, g.pieces) {
			seg := base
			seg.Ordinal = ordinal
			seg.ExternalID = id + "#" + strconv.Itoa(ordinal)
			ordinal++
			if len(part) == 0 {
				continue
			}
			seg.Turns = part
			seg.StartedAt, seg.EndedAt = span(part, sess, changed)
			seg.Hash = server.HashTurns(part)
			seg.Redactions = map[string]int{}
			if i == 0 {
				seg.Redactions = c.counts
			}
			out = append(out, &seg)
		}
	}
	return out
}

// pieces cuts the one turn of a group that is too long.
func pieces(turns []server.Turn, n int) [][]server.Turn {
	if n <= 1 {
		return [][]server.Turn{turns}
	}
	out := make([][]server.Turn, n)
	for i, text := range cutText(turns[0].Text, n) {
		if text != "" {
			t := turns[0]
			t.Text = text
			out[i] = []server.Turn{t}
		}
	}
	return out
}

// span is from the first to the last turn that has a time; else the session's,
// else when the source was changed.
func span(turns []server.Turn, sess *connectors.Session, changed time.Time) (from, to time.Time) {
	for _, t := range turns {
		if t.At.IsZero() {
			continue
		}
		if from.IsZero() || t.At.Before(from) {
			from = t.At
		}
		if t.At.After(to) {
			to = t.At
		}
	}
	if from.IsZero() {
		from, to = sess.Started, sess.Ended
	}
	if to.IsZero() {
		to = changed
	}
	if from.IsZero() {
		from = to
	}
	return from, to
}

// session is the id that a session is stored under.
func (c *cleaner) session(sess *connectors.Session, groups []group, changed time.Time) string {
	redacted := c.label(sess.ID)
	if redacted == sess.ID || len(groups) == 0 {
		return redacted
	}
	// As the first segment says it: what is stored must lead to the same id.
	turns := make([]server.Turn, 0, len(groups[0].messages))
	for _, m := range groups[0].messages {
		turns = append(turns, server.Turn{At: m.Time})
	}
	began, _ := span(turns, sess, changed)
	return server.SessionID(sess.ID, redacted, began)
}
