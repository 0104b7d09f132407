package ingest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"jezero/connectors"
	"jezero/server"
)

// randomMessages makes a session of messages of many sizes and pauses.
func randomMessages(rng *rand.Rand, n int) []connectors.Message {
	at := testTime
	var out []connectors.Message
	for i := range n {
		size := 20 + rng.IntN(2000)
		if rng.IntN(15) == 0 {
			size = 10000 + rng.IntN(30000)
		}
		at = at.Add(time.Duration(rng.IntN(600)) * time.Second)
		if rng.IntN(10) == 0 {
			at = at.Add(time.Duration(rng.IntN(10)) * time.Hour)
		}
		role := []connectors.Role{connectors.User, connectors.Assistant, connectors.Tool}[rng.IntN(3)]
		out = append(out, connectors.Message{Role: role, Time: at, Text: strings.Repeat(fmt.Sprintf("word%d ", i), size/6+1)})
	}
	return out
}

// JZ-152: while a session grows, every segment but the last stays as it is.
// JZ-141: cuts fall only between messages, unless one is too long.
func TestSegments_AreStable(t *testing.T) {
	r := newRig(t)
	run := &run{Pipeline: r.Pipeline, conn: &Connector{Name: "a"}}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		all := randomMessages(rng, 80)
		var before []*server.Segment
		for n := 1; n <= len(all); n++ {
			s := &connectors.Session{ID: "s", Messages: all[:n]}
			now := run.segments(s, "p", testTime)
			// A message that was too long is several segments, the last of
			// which may be the end of the session.
			for i := range len(before) - 1 {
				if now[i].Hash != before[i].Hash || now[i].ExternalID != before[i].ExternalID {
					t.Fatalf("message %d changed segment %d of %d", n, i, len(before))
				}
			}
			before = now
		}
		text := ""
		for _, seg := range before {
			size := 0
			for _, turn := range seg.Turns {
				text += turn.Text
				size += len(turn.Text)
			}
			if size > segmentMax+len("x") && len(seg.Turns) > 1 {
				t.Errorf("a segment of %d turns has %d bytes", len(seg.Turns), size)
			}
		}
		want := ""
		for _, m := range all {
			want += strings.TrimSpace(m.Text)
		}
		if text != want {
			t.Error("the segments do not add up to the session")
		}
	}
}

func TestSplit_Cuts(t *testing.T) {
	at := func(minutes int) time.Time { return testTime.Add(time.Duration(minutes) * time.Minute) }
	msg := func(role connectors.Role, size, minute int) connectors.Message {
		return connectors.Message{Role: role, Text: strings.Repeat("x", size), Time: at(minute)}
	}
	u, a := connectors.User, connectors.Assistant
	for _, c := range []struct {
		name     string
		messages []connectors.Message
		want     []int // messages of each group
	}{
		{"nothing", nil, nil},
		{"blank messages", []connectors.Message{{Role: u, Text: " \n"}}, nil},
		{"short", []connectors.Message{msg(u, 10, 0), msg(a, 10, 1)}, []int{2}},
		{"a user turn after the minimum", []connectors.Message{msg(u, 3000, 0), msg(a, 4000, 1), msg(a, 10, 2), msg(u, 10, 3), msg(a, 10, 4)}, []int{3, 2}},
		{"the maximum", []connectors.Message{msg(u, 6000, 0), msg(a, 6000, 1), msg(a, 6000, 2)}, []int{2, 1}},
		{"a night", []connectors.Message{msg(u, 2000, 0), msg(u, 10, 600), msg(a, 10, 601)}, []int{1, 2}},
		{"a night after few words", []connectors.Message{msg(u, 100, 0), msg(u, 10, 600)}, []int{2}},
		{"a pause", []connectors.Message{msg(u, 7000, 0), msg(a, 10, 31)}, []int{1, 1}},
		{"too long a message", []connectors.Message{msg(u, 10, 0), msg(a, 30000, 1), msg(u, 10, 2)}, []int{1, 1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []int
			for _, g := range split(c.messages) {
				got = append(got, len(g.messages))
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// JZ-141: an over-long message is redacted whole before it is cut: a word
// that stands across the cut is gone, and no placeholder is cut in two.
func TestSegments_OverlongMessage(t *testing.T) {
	r := newRig(t)
	run := &run{Pipeline: r.Pipeline, conn: &Connector{Name: "a"}}
	for shift := range 40 {
		text := strings.Repeat("x", segmentMax-20+shift) + "hushhushhushhushhush" + strings.Repeat("y", segmentMax)
		segs := run.segments(&connectors.Session{ID: "s", Messages: []connectors.Message{{Role: connectors.User, Text: text}}}, "p", testTime)
		joined := ""
		for _, s := range segs {
			part := s.Turns[0].Text
			joined += part
			if strings.Contains(part, "hush") || strings.Count(part, "[") != strings.Count(part, "]") {
				t.Fatalf("shift %d: a piece ends in the middle: …%q", shift, part[max(0, len(part)-30):])
			}
		}
		if want := hush.ReplaceAllString(text, "[REDACTED:fake]"); joined != want {
			t.Fatalf("shift %d: the pieces do not add up", shift)
		}
	}
}

func FuzzCutText(f *testing.F) {
	f.Add("a\nb [REDACTED:x] c", 3)
	f.Add(strings.Repeat("é", 50), 7)
	f.Fuzz(func(t *testing.T, s string, n int) {
		if n < 1 || n > 50 || !utf8.ValidString(s) {
			return
		}
		parts := cutText(s, n)
		if len(parts) != n || strings.Join(parts, "") != s {
			t.Errorf("%q in %d: %q", s, n, parts)
		}
		for _, p := range parts {
			if !utf8.ValidString(p) {
				t.Errorf("%q in %d: %q", s, n, parts)
			}
		}
	})
}
