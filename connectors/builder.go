package connectors

import "time"

// MaxDialogue is how much dialogue of one session is kept, in bytes. It
// bounds memory, whatever the size of the transcript.
const MaxDialogue = 32 << 20

// Builder collects one session. Its Add applies the rules that hold for every
// agent, so that a reader only has to say what a record is.
type Builder struct {
	Session Session
	report  *Report
	bytes   int
	seen    map[string]bool
	latest  time.Time // no message can be later than the file's last change
	full    bool
	badTime bool
}

// NewBuilder starts the session with this id, read from src; notes go to rep.
func NewBuilder(id string, src Source, rep *Report) *Builder {
	b := &Builder{Session: Session{ID: id}, report: rep, seen: map[string]bool{}}
	if !src.ModTime.IsZero() {
		b.latest = src.ModTime.Add(24 * time.Hour) // clocks differ
	}
	return b
}

// Add appends a message: cleaned, skipped when blank or when a message with
// its id is there already (a copy), its time put in range. A message that
// does not fit any more is left out whole and noted once: cutting it could
// cut a secret in half. It reports whether the message was kept.
func (b *Builder) Add(m Message) bool {
	m.Text = Clean(m.Text)
	if m.Role == Assistant {
		m.Text = dropThinking(m.Text)
	}
	if m.Text == "" || m.ID != "" && b.seen[m.ID] {
		return false
	}
	if b.bytes+len(m.Text) > MaxDialogue {
		if !b.full {
			b.full = true
			b.report.Note(0, 0, NoteLongSpeech)
		}
		return false
	}
	if m.ID != "" {
		b.seen[m.ID] = true
	}
	m.Time = b.clamp(m.Time)
	b.bytes += len(m.Text)
	b.Session.Messages = append(b.Session.Messages, m)
	return true
}

// Grow replaces the text of the i-th message, of which the agent wrote a
// longer version.
func (b *Builder) Grow(i int, text string) {
	text = Clean(text)
	m := &b.Session.Messages[i]
	if text == "" || b.bytes-len(m.Text)+len(text) > MaxDialogue {
		return
	}
	b.bytes += len(text) - len(m.Text)
	m.Text = text
}

// earliest is before the first coding agent.
var earliest = time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC)

// clamp gives a message without a believable time that of the message before.
func (b *Builder) clamp(t time.Time) time.Time {
	if !t.IsZero() && (t.Before(earliest) || !b.latest.IsZero() && t.After(b.latest) || t.Year() > 9000) {
		if !b.badTime {
			b.badTime = true
			b.report.Note(0, 0, NoteBadTime)
		}
		t = time.Time{}
	}
	if n := len(b.Session.Messages); t.IsZero() && n > 0 {
		t = b.Session.Messages[n-1].Time
	}
	if t.IsZero() {
		return t
	}
	return t.UTC()
}

// Done finishes the session and returns it, or nil when nobody said anything
// in it. Fallback is the time of messages that have none.
func (b *Builder) Done(fallback time.Time) *Session {
	s := &b.Session
	said := false
	for _, m := range s.Messages {
		said = said || m.Role != Tool
	}
	if !said {
		return nil
	}
	// Messages before the first known time share it.
	first := fallback.UTC()
	for _, m := range s.Messages {
		if !m.Time.IsZero() {
			first = m.Time
			break
		}
	}
	for i := range s.Messages {
		m := &s.Messages[i]
		if m.Time.IsZero() {
			m.Time = first
		}
		if s.Ended.Before(m.Time) {
			s.Ended = m.Time
		}
	}
	if s.Started.IsZero() || s.Started.After(s.Messages[0].Time) || s.Started.Before(earliest) {
		s.Started = s.Messages[0].Time
	}
	s.Started = s.Started.UTC()
	s.Title, s.CWD, s.Branch = oneLine(s.Title), Clean(s.CWD), oneLine(s.Branch)
	return s
}

// Time reads an RFC 3339 time; anything else is the zero time.
func Time(s string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return time.Time{}
	}
	return t.UTC()
}

// Millis is the time of a Unix time in milliseconds; not positive is the zero time.
func Millis(ms int64) time.Time {
	if ms <= 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// Seconds is the time of a Unix time in seconds with a fraction. Values no
// clock has, and NaN, are the zero time.
func Seconds(s float64) time.Time {
	if !(s > 0 && s < 1e11) {
		return time.Time{}
	}
	return time.UnixMilli(int64(s * 1000)).UTC()
}
