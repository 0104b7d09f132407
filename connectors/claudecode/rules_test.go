package claudecode_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jezero/connectors"
	"jezero/connectors/claudecode"

	"github.com/google/go-cmp/cmp"
)

const (
	first  = "11111111-0a1b-4c2d-8e3f-112233445566"
	second = "22222222-0a1b-4c2d-8e3f-112233445566"
)

// transcript writes lines the short way: each is a map of what differs from
// an ordinary user or assistant line.
type transcript struct {
	lines []string
	n     int
}

func (f *transcript) add(typ, uuid, parent string, content any, more map[string]any) *transcript {
	f.n++
	m := map[string]any{
		"type": typ, "uuid": uuid, "parentUuid": nil, "cwd": "/home/me/kestrel", "sessionId": first,
		"timestamp": fmt.Sprintf("2026-08-03T09:%02d:%02d.000Z", f.n/60, f.n%60),
		"message":   map[string]any{"role": typ, "content": content},
	}
	if parent != "" {
		m["parentUuid"] = parent
	}
	for k, v := range more {
		m[k] = v
	}
	b, _ := json.Marshal(m)
	f.lines = append(f.lines, string(b))
	return f
}

func (f *transcript) user(uuid, parent, text string) *transcript {
	return f.add("user", uuid, parent, text, nil)
}

func (f *transcript) answer(uuid, parent, text string) *transcript {
	return f.add("assistant", uuid, parent, []any{map[string]any{"type": "text", "text": text}}, nil)
}

func (f *transcript) raw(line string) *transcript {
	f.lines = append(f.lines, line)
	return f
}

// read reads a store of these files and gives what was said by session.
func read(t *testing.T, files map[string]*transcript) map[string][]string {
	t.Helper()
	root := t.TempDir()
	for name, f := range files {
		p := filepath.Join(root, "projects", "-home-me-kestrel", name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(strings.Join(f.lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	a := claudecode.New()
	srcs, _, err := a.Sources(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, src := range srcs {
		rep, err := a.Read(context.Background(), root, src, func(s *connectors.Session) error {
			for _, m := range s.Messages {
				got[s.ID] = append(got[s.ID], m.Text)
			}
			return nil
		})
		if err != nil || len(rep.Warnings) > 0 {
			t.Errorf("%s: %v %v", src.Key, err, rep.Warnings)
		}
	}
	return got
}

func one(t *testing.T, f *transcript) []string {
	t.Helper()
	got := read(t, map[string]*transcript{first + ".jsonl": f})
	if len(got) > 1 {
		t.Errorf("sessions besides the one: %v", got)
	}
	return got[first]
}

// JZ-156: what the harness writes in the user's place is no dialogue, and
// what it glues to a real prompt is taken off.
func TestUserText(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"prompt", "hello", "hello"},
		{"continuation", "This session is being continued from a previous conversation. X", ""},
		{"caveat", "<local-command-caveat>Caveat</local-command-caveat>", ""},
		{"command output", "<local-command-stdout>x</local-command-stdout>", ""},
		{"interrupt", "[Request interrupted by user]", ""},
		{"task", "<task-notification>x</task-notification>", ""},
		{"stop hook", "Stop hook feedback:\nx", ""},
		{"reminder alone", "<system-reminder>x</system-reminder>", ""},
		{"reminder in front", "<system-reminder>x</system-reminder>\nreal", "real"},
		{"reminder behind", "real\n<system-reminder>x</system-reminder>", "real"},
		{"opened file in front", "<ide_opened_file>The user opened x</ide_opened_file>\nreal", "real"},
		{"selection in front", "\ufeff <ide_selection>x\ny</ide_selection>real", "real"},
		{"own command", "<command-message>fix</command-message>\n<command-name>/fix</command-name>\n<command-args>issue 12</command-args>", "/fix issue 12"},
		{"command of the program", "<command-name>/model</command-name>\n<command-args>opus</command-args>", ""},
		{"shell", "<bash-input>git status</bash-input>", "!: git status"},
		{"shell output", "<bash-stdout>x</bash-stdout><bash-stderr></bash-stderr>", ""},
		{"prose about the mark", "what does <system-reminder> mean?", "what does <system-reminder> mean?"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := one(t, new(transcript).user("a", "", "start").user("b", "a", tt.in))
			want := []string{"start"}
			if tt.want != "" {
				want = append(want, tt.want)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What the user chose when a tool asked is the user's word.
func TestAnswersToATool(t *testing.T) {
	result := []any{map[string]any{"type": "tool_result", "tool_use_id": "x", "content": "User has answered your questions"}}
	f := new(transcript).user("u1", "", "q").
		add("user", "r1", "u1", result, map[string]any{"toolUseResult": map[string]any{
			"questions": []any{map[string]any{"question": "Which \"store\"?"}}, "answers": map[string]any{"Which \"store\"?": "Postgres"}}}).
		add("user", "r2", "r1", result, map[string]any{"toolUseResult": map[string]any{"answers": map[string]any{"no": "question"}}}).
		add("user", "r3", "r2", result, map[string]any{"toolUseResult": "plain"})
	if diff := cmp.Diff([]string{"q", "Which \"store\"? Postgres"}, one(t, f)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTree(t *testing.T) {
	base := func() *transcript {
		return new(transcript).user("u1", "", "question").answer("a1", "u1", "answer")
	}
	for _, tt := range []struct {
		name string
		in   *transcript
		want map[string][]string
	}{
		{"rewound", base().user("u2", "a1", "wrong").answer("a2", "u2", "wrong too").user("u3", "a1", "right").answer("a3", "u3", "yes"),
			map[string][]string{first: {"question", "answer", "right", "yes"}}},
		{"rewound twice", base().user("u2", "a1", "w1").user("u3", "a1", "w2").user("u4", "a1", "right"),
			map[string][]string{first: {"question", "answer", "right"}}},
		{"rewound inside what is rewound", base().user("u2", "a1", "w1").answer("a2", "u2", "w").user("u3", "a2", "w2").user("u4", "a2", "w3").user("u5", "a1", "right"),
			map[string][]string{first: {"question", "answer", "right"}}},
		{"first prompt edited", new(transcript).user("u1", "", "wrong").answer("a1", "u1", "w").user("u2", "", "right"),
			map[string][]string{first: {"wrong", "w", "right"}}}, // two roots are compaction or damage: nothing is lost
		{"parallel tools", base().
			add("assistant", "t1", "a1", []any{map[string]any{"type": "tool_use", "id": "x", "name": "Read", "input": map[string]any{"file_path": "/a"}}}, nil).
			add("assistant", "t2", "t1", []any{map[string]any{"type": "tool_use", "id": "y", "name": "Read", "input": map[string]any{"file_path": "/b"}}}, nil).
			add("user", "r1", "t1", []any{map[string]any{"type": "tool_result", "tool_use_id": "x", "content": "out"}}, nil).
			add("user", "r2", "t2", []any{map[string]any{"type": "tool_result", "tool_use_id": "y", "content": "out"}}, nil).
			answer("a2", "r1", "both read"),
			map[string][]string{first: {"question", "answer", "Read: /a", "Read: /b", "both read"}}},
		{"parent missing", base().user("u2", "gone", "next"),
			map[string][]string{first: {"question", "answer", "next"}}},
		{"long branch that was left is kept as a session of its own", base().
			user("u2", "a1", "b1").user("u3", "u2", "b2").user("u4", "u3", "b3").user("u5", "u4", "b4").user("u6", "a1", "right"),
			map[string][]string{first: {"question", "answer", "right"}, first + "/~u2": {"b1", "b2", "b3", "b4"}}},
		{"sidechain in the session's own file", base().
			add("user", "s1", "", "find it", map[string]any{"isSidechain": true}).
			add("assistant", "s2", "s1", "found", map[string]any{"isSidechain": true}).user("u2", "a1", "thanks"),
			map[string][]string{first: {"question", "answer", "thanks"}, first + "/s1": {"find it", "found"}}},
		{"same record again", base().user("u1", "", "question").answer("a1", "other", "answer").user("u2", "a1", "next"),
			map[string][]string{first: {"question", "answer", "next"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := read(t, map[string]*transcript{first + ".jsonl": tt.in})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAnswerInSeveralLines(t *testing.T) {
	part := func(f *transcript, uuid, parent, text, stop string) *transcript {
		return f.add("assistant", uuid, parent, nil, map[string]any{"message": map[string]any{
			"id": "msg_1", "role": "assistant", "stop_reason": stop, "content": []any{map[string]any{"type": "text", "text": text}},
		}})
	}
	for _, tt := range []struct {
		name  string
		parts []string
		want  []string
	}{
		{"blocks", []string{"one", "two"}, []string{"q", "one\n\ntwo"}},
		{"growing snapshots", []string{"The", "The loop", "The loop ends."}, []string{"q", "The loop ends."}},
		{"snapshot repeated", []string{"The loop", "The loop"}, []string{"q", "The loop"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := new(transcript).user("u", "", "q")
			parent := "u"
			for i, p := range tt.parts {
				id := fmt.Sprint("p", i)
				f, parent = part(f, id, parent, p, ""), id
			}
			if diff := cmp.Diff(tt.want, one(t, f)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	t.Run("after the end it is another answer", func(t *testing.T) {
		f := part(part(new(transcript).user("u", "", "q"), "p0", "u", "Done", "end_turn"), "p1", "p0", "Done and dusted", "end_turn")
		if diff := cmp.Diff([]string{"q", "Done", "Done and dusted"}, one(t, f)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestQueuedPrompt(t *testing.T) {
	queued := func(at, text string) string {
		q, _ := json.Marshal(text)
		return `{"type":"attachment","attachment":{"type":"queued_command","prompt":` + string(q) + `,"commandMode":"prompt"},"timestamp":"` + at + `","sessionId":"` + first + `"}`
	}
	for _, tt := range []struct {
		name string
		in   *transcript
		want []string
	}{
		{"where its time says", new(transcript).user("u1", "", "q").answer("a1", "u1", "one").answer("a2", "a1", "two").raw(queued("2026-08-03T09:00:02.500Z", "wait")),
			[]string{"q", "one", "wait", "two"}},
		{"also an ordinary prompt", new(transcript).user("u1", "", "q").user("u2", "u1", "wait").raw(queued("2026-08-03T09:00:02.500Z", "wait")),
			[]string{"q", "wait"}},
		{"becomes an ordinary prompt later", new(transcript).user("u1", "", "q").raw(queued("2026-08-03T09:00:01.500Z", "wait")).answer("a1", "u1", "one").user("u2", "a1", "wait"),
			[]string{"q", "wait", "one"}},
		{"said again much later", new(transcript).user("u1", "", "q").raw(queued("2026-08-03T09:00:01.500Z", "wait")).answer("a1", "u1", "1").answer("a2", "a1", "2").answer("a3", "a2", "3").answer("a4", "a3", "4").user("u2", "a4", "wait"),
			[]string{"q", "wait", "1", "2", "3", "4", "wait"}},
		{"harness", new(transcript).user("u1", "", "q").raw(queued("2026-08-03T09:00:02.500Z", "<task-notification>x</task-notification>")),
			[]string{"q"}},
		{"other attachment", new(transcript).user("u1", "", "q").raw(`{"type":"attachment","attachment":{"type":"todo","prompt":"x"},"timestamp":"2026-08-03T09:00:02.500Z"}`),
			[]string{"q"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, one(t, tt.in)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A fork writes the whole chain again under its own session id: the copied
// records stay with the file they were copied from, whichever is read first.
func TestCopies(t *testing.T) {
	chain := func() *transcript {
		return new(transcript).user("u1", "", "question").answer("a1", "u1", "answer")
	}
	later := map[string]any{"timestamp": "2026-08-05T09:00:00.000Z"}
	for _, tt := range []struct {
		name   string
		a, b   *transcript
		wa, wb []string
	}{
		{"fork that goes on", chain().user("u2", "a1", "next"), chain().add("user", "f1", "a1", "in the fork", later),
			[]string{"question", "answer", "next"}, []string{"in the fork"}},
		{"fork of all there is", chain(), chain().add("user", "f1", "a1", "in the fork", later),
			[]string{"question", "answer"}, []string{"in the fork"}},
		{"the original has a record that is never copied", chain().raw(`{"type":"queue-operation","timestamp":"2026-08-03T09:00:00.000Z"}`).add("user", "u2", "a1", "goes on after the fork", map[string]any{"timestamp": "2026-08-06T09:00:00.000Z"}),
			chain().add("user", "f1", "a1", "in the fork", later),
			[]string{"question", "answer", "goes on after the fork"}, []string{"in the fork"}},
		{"nothing of its own", chain().user("u2", "a1", "next"), chain(),
			[]string{"question", "answer", "next"}, []string{"question", "answer"}},
	} {
		for _, swapped := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, swapped %v", tt.name, swapped), func(t *testing.T) {
				na, nb := first, second
				if swapped {
					na, nb = second, first
				}
				got := read(t, map[string]*transcript{na + ".jsonl": tt.a, nb + ".jsonl": tt.b})
				if tt.name == "nothing of its own" {
					// A copy that is a beginning of the other: either may count, but only one.
					n := 0
					for _, said := range got {
						if slices.Contains(said, "question") {
							n++
						}
					}
					if n != 1 {
						t.Errorf("the copied question stands in %d sessions: %v", n, got)
					}
					return
				}
				if diff := cmp.Diff(map[string][]string{na: tt.wa, nb: tt.wb}, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}

func TestTitle(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"none", nil, ""},
		{"summary of this file", []string{`{"type":"summary","summary":"S","leafUuid":"u1"}`}, "S"},
		{"summary of another file", []string{`{"type":"summary","summary":"S","leafUuid":"elsewhere"}`}, ""},
		{"the model's wins over a summary", []string{`{"type":"ai-title","aiTitle":"A"}`, `{"type":"summary","summary":"S","leafUuid":"u1"}`}, "A"},
		{"the user's wins", []string{`{"type":"custom-title","customTitle":"C"}`, `{"type":"ai-title","aiTitle":"A"}`}, "C"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := new(transcript).user("u1", "", "q")
			for _, l := range tt.lines {
				f.raw(l)
			}
			root := t.TempDir()
			p := filepath.Join(root, "projects", "-x", first+".jsonl")
			if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(p, []byte(strings.Join(f.lines, "\n")+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			a := claudecode.New()
			srcs, _, err := a.Sources(context.Background(), root)
			if err != nil || len(srcs) != 1 {
				t.Fatal(len(srcs), err)
			}
			_, err = a.Read(context.Background(), root, srcs[0], func(s *connectors.Session) error {
				if s.Title != tt.want {
					t.Errorf("title %q, want %q", s.Title, tt.want)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// Long chains and many forks take time in proportion to their length.
func TestTree_Linear(t *testing.T) {
	f := new(transcript).user("u0", "", "start")
	for i := 1; i < 20_000; i++ {
		p := fmt.Sprint("u", i-1)
		f.user(fmt.Sprint("u", i), p, "go on")
		if i%2 == 0 {
			f.add("user", fmt.Sprint("r", i), p, []any{map[string]any{"type": "tool_result", "content": "x"}}, nil)
		}
	}
	if got := one(t, f); len(got) != 20_000 {
		t.Errorf("%d messages", len(got))
	}
}
