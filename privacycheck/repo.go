package privacycheck

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// Repo is where a repository stands.
type Repo struct {
	Top       string // top of the work tree; "" when bare
	GitDir    string
	CommonDir string // of all linked work trees
	Bare      bool
	Prefix    string // the starting folder below Top, slash-separated, "" at the top

	explicit bool   // GIT_DIR named it
	config   []byte // the repository's configuration
	store    store
}

// OpenRepo finds the repository around dir as git would, GIT_DIR included, and
// chooses what reads it. It starts no program in the usual case. A nil Repo
// with a nil error means that there is none.
func OpenRepo(ctx context.Context, dir string, env []string) (*Repo, error) {
	get := lookup(env)
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	r := &Repo{}
	program, gitErr := findGit(get("PATH"))
	if gd := get("GIT_DIR"); gd != "" {
		r.explicit = true
		if !filepath.IsAbs(gd) {
			gd = filepath.Join(dir, gd)
		}
		if r.GitDir = filepath.Clean(gd); !isGitDir(r.GitDir) {
			return nil, fmt.Errorf("GIT_DIR does not name a git repository")
		}
	} else if !r.walkUp(dir) {
		return nil, nil
	}
	r.CommonDir = r.GitDir
	switch b, err := ReadOwnFile(filepath.Join(r.GitDir, "commondir")); {
	case err == nil:
		c := strings.TrimRight(string(b), "\r\n")
		if !filepath.IsAbs(c) {
			c = filepath.Join(r.GitDir, c)
		}
		r.CommonDir = filepath.Clean(c)
	case !errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("the repository's commondir %w", bare(err))
	}
	if err := r.findTop(ctx, dir, get, program, env); err != nil {
		return nil, err
	}
	if err := r.readable(get); err != nil {
		return nil, err
	}
	if r.Top != "" {
		if rel, err := filepath.Rel(r.Top, dir); err == nil && rel != "." && !strings.HasPrefix(rel, "..") {
			r.Prefix = filepath.ToSlash(rel)
		}
	}
	if gitErr == nil {
		disk := sync.OnceValue(func() facts { return diskFacts(r) })
		r.store = &gitStore{program: program, repo: r, index: r.index(get), env: childEnv(env, r), disk: disk,
			plain: func() bool { return r.plain(get, disk()) }}
		return r, nil
	}
	if r.store, err = openGoGit(r, get); err != nil {
		return nil, fmt.Errorf("there is no git program on PATH, and without it this repository cannot be read: %w", err)
	}
	return r, nil
}

// Reader names what reads the repository: "git" or "go-git".
func (r *Repo) Reader() string { return r.store.name() }

func lookup(env []string) func(string) string {
	return func(key string) string {
		for i := len(env) - 1; i >= 0; i-- {
			if k, v, ok := strings.Cut(env[i], "="); ok && (k == key || runtime.GOOS == "windows" && strings.EqualFold(k, key)) {
				return v
			}
		}
		return ""
	}
}

// findGit looks git up in the PATH that the command was given.
func findGit(path string) (string, error) {
	name := "git"
	if runtime.GOOS == "windows" {
		name = "git.exe"
	}
	for _, d := range filepath.SplitList(path) {
		p := filepath.Join(d, name)
		if st, err := os.Stat(p); err == nil && !st.IsDir() && (st.Mode()&0o111 != 0 || runtime.GOOS == "windows") {
			return p, nil
		}
	}
	return "", exec.ErrNotFound
}

func isGitDir(p string) bool {
	// A link may lead to a branch that has no commit yet.
	head, err := os.Lstat(filepath.Join(p, "HEAD"))
	if err != nil || !head.Mode().IsRegular() && head.Mode()&fs.ModeSymlink == 0 {
		return false
	}
	for _, d := range []string{"objects", "commondir"} {
		if _, err := os.Stat(filepath.Join(p, d)); err == nil {
			return true
		}
	}
	return false
}

// readable is an error when a file that git opens in every repository is a
// pipe, a device or the like: whoever opens such a one waits forever.
func (r *Repo) readable(get func(string) string) error {
	files := []string{filepath.Join(r.GitDir, "HEAD"), r.index(get)}
	if r.GitDir != r.CommonDir {
		files = append(files, filepath.Join(r.GitDir, "config.worktree"))
	}
	for _, name := range []string{"config", "config.worktree", "packed-refs", "shallow", "info/attributes", "info/grafts", "objects/info/alternates"} {
		files = append(files, filepath.Join(r.CommonDir, name))
	}
	if r.Top != "" {
		files = append(files, filepath.Join(r.Top, ".gitattributes"), filepath.Join(r.Top, ".gitmodules"))
	}
	for _, f := range files {
		if st, err := os.Stat(f); err == nil && !st.Mode().IsRegular() {
			return fmt.Errorf("the repository's file %s %w: git would wait for it forever", filepath.Base(f), errNotRegular)
		}
	}
	return nil
}

// index is the file that holds what is staged.
func (r *Repo) index(get func(string) string) string {
	p := get("GIT_INDEX_FILE")
	if p == "" {
		return filepath.Join(r.GitDir, "index")
	}
	if !filepath.IsAbs(p) {
		p = filepath.Join(r.Top, p)
	}
	return p
}

// walkUp finds .git above dir, or that dir stands in a bare repository.
func (r *Repo) walkUp(dir string) bool {
	for d := dir; ; d = filepath.Dir(d) {
		dot := filepath.Join(d, ".git")
		if st, err := os.Stat(dot); err == nil {
			if st.IsDir() {
				if isGitDir(dot) {
					r.GitDir, r.Top = dot, d
					return true
				}
			} else if b, err := ReadOwnFile(dot); err == nil {
				if p, ok := strings.CutPrefix(strings.TrimRight(string(b), "\r\n"), "gitdir: "); ok {
					if !filepath.IsAbs(p) {
						p = filepath.Join(d, p)
					}
					r.GitDir, r.Top = filepath.Clean(p), d
					return isGitDir(r.GitDir)
				}
			}
		}
		if filepath.Base(d) != ".git" && isGitDir(d) {
			r.GitDir = d
			return true
		}
		if d == filepath.Dir(d) {
			return false
		}
	}
}

// findTop settles the work tree's top where walking up did not, or where the
// configuration says otherwise.
func (r *Repo) findTop(ctx context.Context, dir string, get func(string) string, program string, env []string) error {
	config, err := ReadOwnFile(filepath.Join(r.CommonDir, "config"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("reading the repository's configuration: %w", bare(err))
	}
	r.config = config
	low := bytes.ToLower(config)
	bare := bytes.Contains(low, []byte("bare = true")) && r.GitDir == r.CommonDir
	switch {
	case get("GIT_WORK_TREE") != "":
		t := get("GIT_WORK_TREE")
		if !filepath.IsAbs(t) {
			t = filepath.Join(dir, t)
		}
		r.Top, r.explicit = filepath.Clean(t), true
		return nil
	case r.Top != "" && !bytes.Contains(low, []byte("worktree =")):
		r.Bare = bare
	case bytes.Contains(low, []byte("worktree =")) && r.GitDir == r.CommonDir && program != "":
		// core.worktree, as submodules have it.
		cmd := exec.CommandContext(ctx, program, "--git-dir="+r.GitDir, "config", "--get", "core.worktree")
		cmd.Env = env
		if out, err := cmd.Output(); err == nil {
			t := strings.TrimSuffix(string(out), "\n")
			if !filepath.IsAbs(t) {
				t = filepath.Join(r.GitDir, t)
			}
			r.Top = filepath.Clean(t)
		}
	case r.Top != "":
		// A submodule without a git program: the file that linked here stands at its top.
	case filepath.Base(r.GitDir) == ".git":
		r.Top = filepath.Dir(r.GitDir)
		r.Bare = bare
	default:
		if b, err := ReadOwnFile(filepath.Join(r.GitDir, "gitdir")); err == nil { // a linked work tree
			r.Top = filepath.Dir(strings.TrimSpace(string(b)))
		} else {
			r.Bare = true
		}
	}
	if r.Bare {
		r.Top = ""
	}
	return nil
}

// MainTop is the top of the main work tree, where files that git ignores stand
// when Top is a linked one; "" when there is none.
func (r *Repo) MainTop() string {
	if filepath.Base(r.CommonDir) == ".git" {
		return filepath.Dir(r.CommonDir)
	}
	return ""
}

// HeadFile reads a file of HEAD's tree: in a bare repository the configuration
// stands there.
func (r *Repo) HeadFile(ctx context.Context, name string) ([]byte, bool, error) {
	var id string
	err := r.store.tracked(ctx, func(e entry) error {
		if e.path == name && e.mode != modeGitlink {
			id = e.id
		}
		return nil
	})
	if err != nil || id == "" {
		return nil, false, err
	}
	var data []byte
	err = r.store.objects(ctx, func(send func(string) error) error { return send(id) }, DefaultMaxFile, func(o rawObject) error {
		if o.kind != "blob" || o.tooBig {
			return fmt.Errorf("%s of HEAD cannot be read", name)
		}
		data = bytes.Clone(o.data)
		release(o)
		return nil
	})
	return data, err == nil, err
}

// CommentChar is what git takes for the beginning of a comment in a commit
// message that was edited; "" when its clean-up keeps comments.
func (r *Repo) CommentChar(ctx context.Context, msg []byte) string {
	g, ok := r.store.(*gitStore)
	if !ok {
		return "#"
	}
	if out, err := g.output(ctx, "config", "--get", "commit.cleanup"); err == nil {
		switch strings.TrimSpace(string(out)) {
		case "verbatim", "whitespace":
			return ""
		}
	}
	out, err := g.output(ctx, "config", "--get-regexp", `^core\.comment(char|string)$`)
	if err != nil {
		return "#"
	}
	_, char, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	if char == "auto" {
		// git writes its own lines at the end with the character it chose.
		lines := bytes.Split(bytes.TrimSpace(msg), []byte{'\n'})
		if last := lines[len(lines)-1]; len(last) > 0 && bytes.IndexByte([]byte("#;@!$%^&|:"), last[0]) >= 0 {
			return string(last[0])
		}
		return "#"
	}
	return char
}

// HooksDir is the folder in which git looks for hooks.
func (r *Repo) HooksDir(ctx context.Context) (string, error) {
	dir := filepath.Join(r.CommonDir, "hooks")
	if g, ok := r.store.(*gitStore); ok {
		out, err := g.output(ctx, "rev-parse", "--git-path", "hooks")
		if err != nil {
			return "", err
		}
		dir = strings.TrimSuffix(string(out), "\n")
		if !filepath.IsAbs(dir) {
			base := r.Top
			if base == "" {
				base = r.GitDir
			}
			dir = filepath.Join(base, dir)
		}
	}
	return filepath.Clean(dir), nil
}
