package codex_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jezero/connectors"
	"jezero/connectors/codex"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

const (
	mine   = "019f1234-5678-7abc-8def-0123456789ab"
	theirs = "019f1234-9999-7abc-8def-0123456789ab"
)

func meta(id, more string) string {
	return `{"timestamp":"2026-08-05T10:00:00Z","type":"session_meta","payload":{"id":"` + id + `","cwd":"/srv/heron"` + more + `}}`
}

func turn(id string) string {
	return `{"timestamp":"2026-08-05T10:00:00Z","type":"turn_context","payload":{"turn_id":"` + id + `","cwd":"/srv/heron"}}`
}

func said(role, text string) string {
	typ := "output_text"
	if role == "user" {
		typ = "input_text"
	}
	return `{"timestamp":"2026-08-05T10:00:01Z","type":"response_item","payload":{"type":"message","role":"` + role + `","content":[{"type":"` + typ + `","text":"` + text + `"}]}}`
}

func live(id string) string {
	return "sessions/2026/08/05/rollout-2026-08-05T10-00-00-" + id + ".jsonl"
}

// read reads a store of these files and gives what was said by session.
func read(t *testing.T, files map[string][]string) (map[string][]string, map[string]string) {
	t.Helper()
	root := t.TempDir()
	for name, lines := range files {
		p := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		b := []byte(strings.Join(lines, "\n") + "\n")
		if strings.HasSuffix(name, ".zst") {
			z, err := zstd.NewWriter(nil)
			if err != nil {
				t.Fatal(err)
			}
			b = z.EncodeAll(b, nil)
		}
		if err := os.WriteFile(p, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	a := codex.New()
	srcs, _, err := a.Sources(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	got, parents := map[string][]string{}, map[string]string{}
	for _, src := range srcs {
		rep, err := a.Read(context.Background(), root, src, func(s *connectors.Session) error {
			if s.Parent != "" {
				parents[s.ID] = s.Parent
			}
			for _, m := range s.Messages {
				got[s.ID] = append(got[s.ID], m.Text)
			}
			return nil
		})
		if err != nil || len(rep.Warnings) > 0 {
			t.Errorf("%s: %v %v", src.Key, err, rep.Warnings)
		}
	}
	return got, parents
}

func TestRollout(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string][]string
		want  map[string][]string
	}{
		{"compressed", map[string][]string{live(mine) + ".zst": {meta(mine, ""), said("user", "q")}}, map[string][]string{mine: {"q"}}},
		{"plain wins over compressed", map[string][]string{
			live(mine):          {meta(mine, ""), said("user", "plain")},
			live(mine) + ".zst": {meta(mine, ""), said("user", "compressed")},
		}, map[string][]string{mine: {"plain"}}},
		{"live wins over archived", map[string][]string{
			live(mine): {meta(mine, ""), said("user", "live")},
			"archived_sessions/rollout-2026-08-05T10-00-00-" + mine + ".jsonl": {meta(mine, ""), said("user", "archived")},
		}, map[string][]string{mine: {"live"}}},
		{"no envelope", map[string][]string{live(mine): {
			`{"id":"` + mine + `","timestamp":"2025-05-01T10:00:00Z","instructions":null}`,
			`{"record_type":"state"}`,
			`{"type":"message","role":"user","content":[{"type":"input_text","text":"early"}]}`,
			`{"type":"function_call","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"ls\"]}","call_id":"c"}`,
		}}, map[string][]string{mine: {"early", "shell: ls"}}},
		{"only events", map[string][]string{live(mine): {
			meta(mine, ""),
			`{"timestamp":"2026-08-05T10:00:01Z","type":"event_msg","payload":{"type":"user_message","message":"q"}}`,
			`{"timestamp":"2026-08-05T10:00:02Z","type":"event_msg","payload":{"type":"agent_message","message":"a"}}`,
		}}, map[string][]string{mine: {"q", "a"}}},
		{"turns rolled back", map[string][]string{live(mine): {
			meta(mine, ""), said("user", "one"), said("assistant", "a1"), said("user", "two"), said("assistant", "a2"), said("user", "three"),
			`{"type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":2}}`, said("user", "four"),
		}}, map[string][]string{mine: {"one", "a1", "four"}}},
		{"more turns rolled back than there are", map[string][]string{live(mine): {
			meta(mine, ""), said("user", "one"), `{"type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":9}}`, said("user", "two"),
		}}, map[string][]string{mine: {"two"}}},
		{"fork", map[string][]string{
			live(mine): {meta(mine, ""), turn("t1"), said("user", "one"), said("assistant", "a1")},
			live(theirs): {meta(theirs, `,"forked_from_id":"`+mine+`"`), meta(mine, ""), turn("t1"), said("user", "one"), said("assistant", "a1"),
				turn("t2"), said("user", "fork")},
		}, map[string][]string{mine: {"one", "a1"}, theirs: {"fork"}}},
		{"fork of a thread that is not here", map[string][]string{
			live(theirs): {meta(theirs, `,"forked_from_id":"`+mine+`"`), meta(mine, ""), turn("t1"), said("user", "one"), turn("t2"), said("user", "fork")},
		}, map[string][]string{theirs: {"one", "fork"}}},
		{"fork of an archived, compressed thread", map[string][]string{
			"archived_sessions/rollout-2026-08-05T10-00-00-" + mine + ".jsonl.zst": {meta(mine, ""), turn("t1"), said("user", "one")},
			live(theirs): {meta(theirs, `,"forked_from_id":"`+mine+`"`), meta(mine, ""), turn("t1"), said("user", "one"), turn("t2"), said("user", "fork")},
		}, map[string][]string{mine: {"one"}, theirs: {"fork"}}},
		{"history inside a compaction", map[string][]string{live(mine): {
			meta(mine, ""), said("user", "q"),
			`{"type":"compacted","payload":{"message":"recap","replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"q"}]}]}}`,
		}}, map[string][]string{mine: {"q"}}},
		{"web search and local shell", map[string][]string{live(mine): {
			meta(mine, ""), said("user", "q"),
			`{"type":"response_item","payload":{"type":"web_search_call","action":{"type":"search","query":"heron feed"}}}`,
			`{"type":"response_item","payload":{"type":"local_shell_call","action":{"type":"exec","command":["bash","-lc","git status"]}}}`,
		}}, map[string][]string{mine: {"q", "web_search: heron feed", "shell: git status"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := read(t, tt.files)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSpawnedThread(t *testing.T) {
	got, parents := read(t, map[string][]string{
		live(mine):   {meta(mine, ""), turn("t1"), said("user", "one")},
		live(theirs): {meta(theirs, `,"source":{"subagent":{"thread_spawn":{"parent_thread_id":"`+mine+`"}}}`), turn("t9"), said("user", "task"), said("assistant", "done")},
	})
	if diff := cmp.Diff(map[string][]string{mine: {"one"}, theirs: {"task", "done"}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if parents[theirs] != mine || parents[mine] != "" {
		t.Errorf("parents %v", parents)
	}
}

func TestUserText(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"prompt", "hello", "hello"},
		{"instructions", "# AGENTS.md instructions for /x", ""},
		{"environment", "<environment_context>x</environment_context>", ""},
		{"aborted", "<turn_aborted>x</turn_aborted>", ""},
		{"goal", `<codex_internal_context source=\"goal\">x`, ""},
		{"plugins in front", "<recommended_plugins>x</recommended_plugins>real", "real"},
		{"editor", `# Context from my IDE setup:\n\n## Active file: a\n\n## My request for Codex:\nreal\n`, "real"},
		{"shell", `<user_shell_command>\n<command>\ngit diff\n</command>\n<result>x</result>\n</user_shell_command>`, "!: git diff"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := read(t, map[string][]string{live(mine): {meta(mine, ""), said("assistant", "start"), said("user", tt.in)}})
			want := []string{"start"}
			if tt.want != "" {
				want = append(want, tt.want)
			}
			if diff := cmp.Diff(want, got[mine]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A small file that expands to far more than it could hold is given up.
func TestRead_Bomb(t *testing.T) {
	if testing.Short() {
		t.Skip("expands a gigabyte")
	}
	root := t.TempDir()
	p := filepath.Join(root, filepath.FromSlash(live(mine)+".zst"))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(p)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewWriter(f, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range 1200 {
		if _, err := z.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	a := codex.New()
	srcs, _, err := a.Sources(context.Background(), root)
	if err != nil || len(srcs) != 1 {
		t.Fatal(len(srcs), err)
	}
	rep, err := a.Read(context.Background(), root, srcs[0], func(*connectors.Session) error { return nil })
	if err != nil || len(rep.Warnings) == 0 || !strings.Contains(rep.Warnings[0].What, "size limit") {
		t.Errorf("%v, %+v, want the warning about the size", err, rep)
	}
}

func TestRead_BrokenCompression(t *testing.T) {
	root := t.TempDir()
	p := filepath.Join(root, filepath.FromSlash(live(mine)+".zst"))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte("not zstd"), 0o644); err != nil {
		t.Fatal(err)
	}
	a := codex.New()
	srcs, _, err := a.Sources(context.Background(), root)
	if err != nil || len(srcs) != 1 {
		t.Fatal(len(srcs), err)
	}
	rep, err := a.Read(context.Background(), root, srcs[0], func(*connectors.Session) error { return nil })
	if err != nil || len(rep.Warnings) != 1 {
		t.Errorf("%v, %+v, want one warning", err, rep)
	}
}
