// Package codex reads the rollouts of Codex: one JSONL file for each thread
// below ~/.codex, some of them compressed with zstd.
package codex

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"jezero/connectors"

	"github.com/klauspost/compress/zstd"
)

// Agent reads Codex.
type Agent struct{}

// New returns the agent.
func New() Agent { return Agent{} }

// ID is "codex".
func (Agent) ID() string { return "codex" }

// Roots are CODEX_HOME, ~/.codex and, on macOS, the folder of Xcode's host.
func (Agent) Roots(env connectors.Env) []string {
	var roots []string
	if dir := env.Getenv("CODEX_HOME"); dir != "" {
		roots = append(roots, dir)
	}
	roots = append(roots, filepath.Join(env.Home, ".codex"))
	if env.GOOS == "darwin" {
		roots = append(roots, filepath.Join(env.Home, "Library", "Developer", "Xcode", "CodingAssistant", "codex"))
	}
	return roots
}

var uploadPath = regexp.MustCompile(`\A(?:sessions/\d{4}/(?:0[1-9]|1[0-2])/(?:0[1-9]|[12]\d|3[01])/|archived_sessions/)rollout-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\.jsonl(?:\.zst)?\z`)

// UploadPath accepts rollouts, live or archived, plain or compressed.
func (Agent) UploadPath(p string) bool { return connectors.SafePath(p) && uploadPath.MatchString(p) }

// Sources lists the rollouts. Where a rollout is there twice, the live copy
// wins over the archived one and the plain one over the compressed one.
func (a Agent) Sources(ctx context.Context, root string) ([]connectors.Source, []connectors.Warning, error) {
	srcs, warns, err := connectors.Walk(ctx, root, []string{"sessions", "archived_sessions"}, nil, a.UploadPath)
	if err != nil {
		return nil, nil, err
	}
	rank := func(s connectors.Source) int {
		r := 0
		if strings.HasPrefix(s.Key, "archived_sessions/") {
			r += 2
		}
		if strings.HasSuffix(s.Key, ".zst") {
			r++
		}
		return r
	}
	name := func(s connectors.Source) string { return strings.TrimSuffix(path.Base(s.Key), ".zst") }
	best := map[string]int{}
	for _, s := range srcs {
		if r, ok := best[name(s)]; !ok || rank(s) < r {
			best[name(s)] = rank(s)
		}
	}
	kept := srcs[:0]
	for _, s := range srcs {
		if rank(s) == best[name(s)] {
			kept = append(kept, s)
		}
	}
	return kept, warns, nil
}

// Read reads one rollout. What a fork or a spawned thread repeats of its
// parent is left to the parent, where the parent's file is there.
func (Agent) Read(ctx context.Context, root string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	var rep connectors.Report
	r := newRollout(ctx, root, src, &rep)
	if err := scan(ctx, src.Path, &rep, r.record); err != nil {
		return rep, err
	}
	if s := r.session(); s != nil {
		if err := emit(s); err != nil {
			return rep, err
		}
	}
	return rep, nil
}

// scan reads a rollout's records, through the decompressor when it has to. A
// file that Codex is just swapping for its compressed form is tried again.
func scan(ctx context.Context, file string, rep *connectors.Report, each func(connectors.Line) (connectors.Verdict, error)) error {
	f, fi, err := connectors.Open(file)
	for range 3 {
		if !os.IsNotExist(err) {
			break
		}
		time.Sleep(50 * time.Millisecond)
		f, fi, err = connectors.Open(file)
	}
	if err != nil {
		rep.Warnings = append(rep.Warnings, connectors.Unreadable(file, err))
		return nil
	}
	defer f.Close()
	if !strings.HasSuffix(file, ".zst") {
		return connectors.ScanJSONL(ctx, file, f, rep, each)
	}
	z, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(1<<30))
	if err != nil {
		rep.Warn(file, "cannot be decompressed")
		return nil
	}
	defer z.Close()
	return connectors.ScanJSONL(ctx, file, &bounded{z, 1<<30 + 500*fi.Size()}, rep, each)
}

// bounded ends a file that expands beyond anything Codex would write, so that
// a small file cannot keep the reader busy for hours.
type bounded struct {
	r    io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, connectors.ErrTooLarge
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// find returns the file of a thread, or "".
func find(root, thread string) string {
	if thread == "" || strings.ContainsAny(thread, `/\*?[`) {
		return ""
	}
	for _, dir := range []string{"sessions/*/*/*", "archived_sessions"} {
		for _, ext := range []string{".jsonl", ".jsonl.zst"} {
			found, err := fs.Glob(os.DirFS(root), dir+"/rollout-*-"+thread+ext)
			if err == nil && len(found) > 0 {
				return filepath.Join(root, filepath.FromSlash(found[0]))
			}
		}
	}
	return ""
}
