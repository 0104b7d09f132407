package privacycheck

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// gitEnv is an environment in which git knows no configuration but the
// repository's own.
func gitEnv(more ...string) []string {
	return append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com"}, more...)
}

// shell runs a script in dir.
func shell(t testing.TB, dir string, env []string, script string) {
	t.Helper()
	cmd := exec.Command("sh", "-e", "-c", script)
	cmd.Dir, cmd.Env = dir, env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s\n%v\n%s", script, err, out)
	}
}

// inGit is git in dir, whatever repository the environment names.
func inGit(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, gitEnv()
	return cmd
}

func needGit(t testing.TB) {
	t.Helper()
	for _, name := range []string{"git", "sh"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatalf("these tests need a real %s on PATH", name)
		}
	}
}

// lists are the lists of one index: those that are made here, from files and with
// git's process for objects, and git's.
type lists struct {
	files, objects, gits         []change
	filesErr, objectsErr, gitErr error
	renames, deleted             bool // git found some
}

// compareLists has all of them list what is staged. What goes away is in none.
// What the check gets must be git's in any case.
func compareLists(t testing.TB, dir string, env []string) (l lists) {
	t.Helper()
	r, err := OpenRepo(t.Context(), dir, env)
	if err != nil {
		return lists{filesErr: err, objectsErr: err, gitErr: err}
	}
	g := r.store.(*gitStore)
	gits, err := g.diffCached(t.Context())()
	l.gitErr = err
	for _, c := range gits {
		switch c.status[0] {
		case 'D':
			l.deleted = true
			continue
		case 'R':
			l.renames = true
		}
		l.gits = append(l.gits, c)
	}
	var d *diskObjects
	if d, l.files, l.filesErr = g.compareFiles(); d != nil {
		d.close()
	}
	var p *process
	p, l.objects, l.objectsErr = g.compareIndex(t.Context())
	if p != nil {
		// It can be asked again, whatever became of the first questions.
		err := p.trees([]string{"4b825dc642cb6eb9a060e54bf8d69288fbee4904"}, func(data []byte) error { return nil })
		if err != nil && !errors.Is(err, errUnusual) {
			t.Errorf("the process cannot be asked again: %v", err)
		}
		p.cancel()
		_ = p.wait()
	}
	whole, err := r.store.staged(t.Context())()
	whole = slices.DeleteFunc(whole, func(c change) bool { return c.status == "D" })
	if p := <-g.ready; p != nil {
		p.cancel()
		_ = p.wait()
	}
	if g.here != nil {
		g.here.close()
	}
	if (err == nil) != (l.gitErr == nil) {
		t.Fatalf("staged: %v, git: %v", err, l.gitErr)
	}
	for _, c := range []struct {
		name string
		list []change
		err  error
	}{{"files", l.files, l.filesErr}, {"objects", l.objects, l.objectsErr}, {"staged", whole, err}} {
		if diff := diffChanges(l.gits, c.list); c.err == nil && diff != "" {
			t.Fatalf("the list from %s is not git's:\n%s", c.name, diff)
		}
	}
	return l
}

func diffChanges(want, got []change) string {
	if len(want)+len(got) == 0 {
		return ""
	}
	return cmp.Diff(want, got, cmp.AllowUnexported(change{}))
}

// begin is the repository that most stories have.
const begin = `
git init -q -b main .
mkdir -p a b/x c
echo 1 >a/b; echo 2 >a-b; echo 3 >a.b; echo 4 >a0; echo 5 >b/x/y; echo 6 >b/x.y; echo 7 >c/d; ln -s a0 link; echo 8 >"line
break"; echo 9 >ö
git add . && git commit -qm one
`

// ahead is one in which a commit that HEAD does not name has what is staged.
const ahead = begin + "echo n >>a0; git commit -qam two; two=$(git rev-parse HEAD); git reset -q --soft HEAD~1\n"

// elsewhere are stories in which more than a repository's own files count, or
// they are not as git writes them.
var elsewhere = map[string]bool{"alternates": true, "sparse checkout": true, "HEAD ends in a blank": true, "HEAD ends in CR": true, "packed refs repeat": true}

// TestStagedLists compares the two lists in the situations that git's index
// knows. Stories without usual are left to git.
func TestStagedLists(t *testing.T) {
	needGit(t)
	const other = "0123456789012345678901234567890123456789"
	for name, c := range map[string]struct {
		usual  bool
		script string
		env    []string
		dir    string // below the repository
		want   int    // changes
	}{
		"nothing":                   {true, begin, nil, "", 0},
		"added":                     {true, begin + "echo n >n; mkdir -p a/n/m; echo n >a/n/m/o; echo n >zz; git add .", nil, "", 3},
		"modified":                  {true, begin + "echo n >>a/b; echo n >>b/x/y; git add .", nil, "", 2},
		"not staged":                {true, begin + "echo n >>a/b; echo n >n", nil, "", 0},
		"mode":                      {true, begin + "chmod +x a-b c/d; git add .", nil, "", 2},
		"type":                      {true, begin + "rm a-b; ln -s c a-b; rm link; echo n >link; git add .", nil, "", 2},
		"deleted":                   {true, begin + "git rm -q a0 b/x/y", nil, "", 0},
		"deleted a folder":          {true, begin + "git rm -rq b; echo n >>a0; git add a0", nil, "", 1},
		"deleted all":               {true, begin + "git rm -rq --cached .", nil, "", 0},
		"deleted and added":         {false, begin + "git rm -q a0; echo something >n; git add n", nil, "", 1},
		"renamed":                   {false, begin + "seq 50 >n; git add n; git commit -qm two; git mv n m; echo 51 >>m; git add m", nil, "", 1},
		"file to folder":            {false, begin + "git rm -q a0; mkdir a0; echo n >a0/n; git add a0", nil, "", 1},
		"folder to file":            {false, begin + "git rm -rq c; echo n >c; git add c", nil, "", 1},
		"unborn":                    {false, "git init -q .; echo 1 >a; git add a", nil, "", 1},
		"unborn and empty":          {false, "git init -q .", nil, "", 0},
		"orphan":                    {false, begin + "git checkout -q --orphan o", nil, "", 10},
		"no index":                  {false, begin + "rm .git/index", nil, "", 0},
		"empty index":               {true, begin + "git read-tree --empty", nil, "", 0},
		"empty commit":              {true, "git init -q .; git commit -q --allow-empty -m one; echo 1 >a; git add a", nil, "", 1},
		"detached":                  {true, begin + "git checkout -q --detach; echo n >>a0; git add .", nil, "", 1},
		"packed":                    {true, begin + "git gc -q; git pack-refs --all; echo n >>a0; git add .", nil, "", 1},
		"reset":                     {true, begin + "echo n >>a0; git commit -qam two; git reset -q --soft HEAD~1", nil, "", 1},
		"reset mixed":               {true, begin + "echo n >>a0; git commit -qam two; git reset -q HEAD~1", nil, "", 0},
		"read-tree":                 {true, begin + "echo n >>a/b; git commit -qam two; git read-tree HEAD~1", nil, "", 1},
		"rm --cached":               {true, begin + "git rm -q --cached a0", nil, "", 0},
		"no cache":                  {true, begin + "echo n >>a/b; git commit -qam two; git read-tree --empty; git add .; echo n >>c/d; git add .", nil, "", 1},
		"cache written":             {true, begin + "echo n >>a/b; git add .; git write-tree", nil, "", 1},
		"version 2":                 {true, begin + "git update-index --index-version 2; echo n >>a/b; git add .", nil, "", 1},
		"version 3":                 {true, begin + "git update-index --skip-worktree c/d; echo n >>a/b; git add .", nil, "", 1},
		"version 4":                 {true, begin + "git update-index --index-version 4; echo n >>a/b; echo n >n; git add .", nil, "", 2},
		"assumed unchanged":         {true, begin + "git update-index --assume-unchanged c/d; echo n >>a/b; git add .", nil, "", 1},
		"blocks of entries":         {true, begin + "git config index.threads 2; git config index.version 4; mkdir m; for i in $(seq 300); do echo $i >m/$i; done; git add .", nil, "", 300},
		"many folders":              {true, begin + "for i in $(seq 150); do mkdir -p m/$i; echo $i >m/$i/f; done; git add .; git commit -qm two; for i in $(seq 150); do echo n >>m/$i/f; done; git add .", nil, "", 150},
		"many files":                {true, begin + "git config feature.manyFiles true; git config index.skipHash true; echo n >>a/b; git add .", nil, "", 1},
		"sum of zeros":              {true, begin + "echo n >>a/b; git add .; n=$(($(wc -c <.git/index)-20)); (head -c $n .git/index; head -c 20 /dev/zero) >i; cp i .git/index", nil, "", 1},
		"untracked cache":           {true, begin + "git update-index --force-untracked-cache; echo n >>a/b; git add .; git status", nil, "", 1},
		"resolved":                  {true, begin + "git checkout -qb o; echo n >a0; git commit -qam o; git checkout -q main; echo m >a0; git commit -qam m; git merge o || true; echo k >a0; git add a0", nil, "", 1},
		"conflict":                  {false, begin + "git checkout -qb o; echo n >a0; git commit -qam o; git checkout -q main; echo m >a0; git commit -qam m; git merge o || true", nil, "", 1},
		"intent to add":             {false, begin + "echo n >n; git add -N n; echo n >>a0; git add a0", nil, "", 1},
		"split index":               {false, begin + "git update-index --split-index; echo n >>a0; git add a0", nil, "", 1},
		"sparse index":              {false, begin + "git sparse-checkout init --cone --sparse-index; git sparse-checkout set a; echo n >>a/b; git add a/b", nil, "", 1},
		"sparse checkout":           {true, begin + "git sparse-checkout init --cone; git sparse-checkout set a; echo n >>a/b; git add a/b", nil, "", 1},
		"submodule added":           {true, begin + "git update-index --add --cacheinfo 160000," + other + ",sub", nil, "", 1},
		"submodule moved on":        {true, begin + "git update-index --add --cacheinfo 160000," + other + ",sub; git commit -qm two; git config diff.ignoreSubmodules all; git update-index --cacheinfo 160000,1" + other[1:] + ",sub", nil, "", 1},
		"submodule to file":         {true, begin + "git update-index --add --cacheinfo 160000," + other + ",sub; git commit -qm two; echo n >sub; git add sub", nil, "", 1},
		"other index":               {true, begin + "cp .git/index i; echo n >>a0; GIT_INDEX_FILE=i git add a0", []string{"GIT_INDEX_FILE=i"}, "", 1},
		"other index, below":        {true, begin + "cp .git/index i; echo n >>a0; GIT_INDEX_FILE=i git add a0", []string{"GIT_INDEX_FILE=i"}, "b/x", 1},
		"worktree":                  {true, begin + "git worktree add -q w -b w; cd w; echo n >>a0; git commit -qam two; echo n >>a0; echo n >>a/b; git add .", nil, "w", 2},
		"from below":                {true, begin + "echo n >>a0; git add .", nil, "b/x", 1},
		"replaced":                  {true, begin + "echo n >>a0; git commit -qam two; git replace HEAD HEAD~1; echo n >>a/b; git add .", nil, "", 1},
		"shallow":                   {true, begin + "echo n >>a0; git commit -qam two; git clone -q --depth 1 \"file://$PWD\" s; cd s; echo n >>a/b; git add .", nil, "s", 1},
		"alternates":                {true, begin + "git clone -q -s . s; cd s; echo n >>a/b; git add .", nil, "s", 1},
		"SHA-256":                   {false, "git init -q --object-format=sha256 .; echo 1 >a; git add a; git commit -qm one; echo 2 >>a; git add a", nil, "", 1},
		"odd mode":                  {false, begin + "t=$( (printf '100664 a0\\0'; for h in $(git rev-parse HEAD:a0 | sed 's/../& /g'); do printf \"\\\\$(printf %03o 0x$h)\"; done) | git hash-object -t tree -w --stdin --literally); git update-ref HEAD $(git commit-tree -m t $t); git read-tree HEAD; echo n >n; git add n", nil, "", 1},
		"ref named HEAD":            {true, begin + "echo n >>a0; git add a0; git update-ref refs/heads/HEAD $(git commit-tree -m t $(git write-tree))", nil, "", 1},
		"HEAD ends in a blank":      {true, ahead + "printf 'ref: refs/heads/main \n' >.git/HEAD; echo $two >'.git/refs/heads/main '", nil, "", 1},
		"HEAD ends in CR":           {true, ahead + "printf 'ref: refs/heads/main\r\n' >.git/HEAD; echo $two >.git/refs/heads/main$(printf '\r')", nil, "", 1},
		"HEAD names no branch":      {false, ahead + "echo 'ref: refs/heads/a..b' >.git/HEAD; echo $two >.git/refs/heads/a..b", nil, "", 10},
		"HEAD names a lock":         {false, ahead + "echo 'ref: refs/heads/a.lock' >.git/HEAD; echo $two >.git/refs/heads/a.lock", nil, "", 10},
		"packed refs repeat":        {true, ahead + "one=$(git rev-parse HEAD); rm .git/refs/heads/main; printf '# pack-refs with: peeled fully-peeled sorted \n%s refs/heads/main\n%s refs/heads/main\n' $two $one >.git/packed-refs", nil, "", 1},
		"packed refs out of order":  {false, ahead + "rm .git/refs/heads/main; (echo '# pack-refs with: peeled fully-peeled sorted '; for i in z main a b c d e f; do echo $two refs/heads/$i; done) >.git/packed-refs", nil, "", 10},
		"packed refs of many kinds": {true, begin + "git tag -am t t; git branch z; git update-ref refs/remotes/o/m HEAD; git pack-refs --all; echo n >>a0; git add .", nil, "", 1},
		"folder ends in a blank":    {true, ahead + "mv .git g; cp -R g 'g '; echo $two >g/refs/heads/main; echo 'gitdir: g ' >.git", nil, "", 1},
		"order of diffs":            {true, begin + "printf 'c\\n' >o; git config diff.renames copies; git config diff.noprefix true; git config diff.relative true; echo n >>a0; cp a0 n; git add a0 n", nil, "a", 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			shell(t, dir, gitEnv(), c.script)
			l := compareLists(t, filepath.Join(dir, filepath.FromSlash(c.dir)), gitEnv(c.env...))
			if l.gitErr != nil {
				t.Fatal(l.gitErr)
			}
			if len(l.gits) != c.want {
				t.Errorf("git lists %d changes, want %d", len(l.gits), c.want)
			}
			if (l.objectsErr == nil) != c.usual {
				t.Errorf("with git's objects: %v", l.objectsErr)
			}
			if (l.filesErr == nil) != (c.usual && !elsewhere[name]) {
				t.Errorf("from files: %v", l.filesErr)
			}
		})
	}
}

// TestStagedProcesses counts the processes that commits take.
func TestStagedProcesses(t *testing.T) {
	needGit(t)
	program, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	const change = "echo n >>a/b; echo n >>b/x/y; echo n >n; git add .\n"
	for name, c := range map[string]struct {
		script, dir string
		want        []string // git's commands
	}{
		"usual":    {begin + change, "", nil},
		"packed":   {begin + "git gc -q\n" + change, "", nil},
		"borrowed": {begin + "git clone -q -s . s; cd s\n" + change, "s", []string{"cat-file"}},
		"renamed":  {begin + "git rm -q a0\n" + change, "", []string{"cat-file", "diff"}},
		// The old version of a file has to be asked for, so the process starts late.
		"old version elsewhere": {begin + "git clone -q -s . s; cd s; git commit -q --allow-empty -m two; cp ../.git/objects/$(git rev-parse HEAD^{tree} | sed s:..:\\&/:) o; d=.git/objects/$(git rev-parse HEAD^{tree} | cut -c1-2); mkdir -p $d; mv o $d/$(git rev-parse HEAD^{tree} | cut -c3-); echo n >>a0; echo n >>a-b; echo n >n; git add .", "s", []string{"cat-file"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, bin := t.TempDir(), t.TempDir()
			shell(t, dir, gitEnv(), c.script)
			log := filepath.Join(bin, "log")
			wrapper := fmt.Sprintf("#!/bin/sh\necho \"$3\" >>'%s'\nexec '%s' \"$@\"\n", log, program) // behind -c and its value
			if err := os.WriteFile(filepath.Join(bin, "git"), []byte(wrapper), 0o755); err != nil {
				t.Fatal(err)
			}
			r, err := OpenRepo(t.Context(), filepath.Join(dir, c.dir), gitEnv("PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH")))
			if err != nil {
				t.Fatal(err)
			}
			check, err := New(Options{Catalog: NewCatalog(func() []Rule { return nil })})
			if err != nil {
				t.Fatal(err)
			}
			rep, err := check.Run(t.Context(), Staged(r, false))
			if err != nil || rep.Stats.Files != 3 || len(rep.Skips) > 0 {
				t.Fatalf("%d files and %v left out (%v), want 3", rep.Stats.Files, rep.Skips, err)
			}
			data, err := os.ReadFile(log)
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
			if got := strings.Fields(string(data)); !slices.Equal(got, c.want) {
				t.Errorf("git was started for %q, want %q", got, c.want)
			}
		})
	}
}

// TestStagedBroken damages repositories: no list is better than a short one.
func TestStagedBroken(t *testing.T) {
	needGit(t)
	const staged = begin + "echo n >>a/b; git commit -qam two; echo n >>b/x/y; git add .\n"
	const remove = "lose() { rm .git/objects/$(echo $1 | cut -c1-2)/$(echo $1 | cut -c3-); }\n"
	for name, script := range map[string]string{
		"no commit":          staged + remove + "lose $(git rev-parse HEAD)",
		"no root":            staged + remove + "lose $(git rev-parse HEAD^{tree})",
		"no changed folder":  staged + remove + "lose $(git rev-parse HEAD:b)",
		"no deep folder":     staged + remove + "lose $(git rev-parse HEAD:b/x)",
		"no other folder":    staged + remove + "git write-tree; lose $(git rev-parse HEAD:c)",
		"HEAD is nonsense":   staged + "echo nonsense >.git/HEAD",
		"HEAD is empty":      staged + ": >.git/HEAD",
		"ref is nonsense":    staged + "echo nonsense >.git/refs/heads/main",
		"ref is empty":       staged + ": >.git/refs/heads/main",
		"ref is a file":      staged + "id=$(git rev-parse HEAD:a0); echo $id >.git/refs/heads/main",
		"ref is zeros":       staged + "echo 0000000000000000000000000000000000000000 >.git/refs/heads/main",
		"index is empty":     staged + ": >.git/index",
		"index is short":     staged + "head -c 200 .git/index >i; cp i .git/index",
		"index is long":      staged + "echo n >>.git/index",
		"index is text":      staged + "echo nonsense >.git/index",
		"index of version 5": staged + `(printf 'DIRC\000\000\000\005'; tail -c +9 .git/index) >i; cp i .git/index`,
		"count too large":    staged + `(printf 'DIRC\000\000\000\002\377\377\377\377'; tail -c +13 .git/index) >i; cp i .git/index`,
		"count too small":    staged + `(printf 'DIRC\000\000\000\002\000\000\000\001'; tail -c +13 .git/index) >i; cp i .git/index`,
		"packed refs odd":    staged + "git pack-refs --all; echo nonsense >>.git/packed-refs",
		"packed refs cut":    staged + "git pack-refs --all; printf x >>.git/packed-refs",
		"sum of root":        staged + "f=.git/objects/$(git rev-parse HEAD^{tree} | sed s:..:\\&/:); n=$(wc -c <$f); (head -c $((n-4)) $f; echo xxx) >o; rm -f $f; mv o $f",
		"no truth":           staged + "git config core.fileMode perhaps",
		"no number":          staged + "git config core.compression 99",
		"no such renames":    staged + "git config diff.renameLimit many",
		"odd blank":          staged + "printf '\v[core]\n' >>.git/config",
		"commit of a tree":   staged + "c=$(printf 'tree %s\n' $(git rev-parse HEAD^{tree}) | git hash-object -t commit -w --stdin --literally); echo $c >.git/refs/heads/main",
		"bad configuration":  staged + "echo '[core' >>.git/config",
		"unknown extension":  staged + "git config core.repositoryFormatVersion 1; git config extensions.unheardOf true",
		"no objects":         staged + "rm -rf .git/objects/*",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			shell(t, dir, gitEnv(), script)
			l := compareLists(t, dir, gitEnv())
			if l.gitErr != nil && (l.filesErr == nil || l.objectsErr == nil) {
				t.Errorf("listed here (%v, %v), while git says: %v", l.filesErr, l.objectsErr, l.gitErr)
			}
		})
	}
}

// TestStagedShortBlob has a blob that is shorter than it says where a tree should
// be: git prints what there is, and waits for the next question.
func TestStagedShortBlob(t *testing.T) {
	needGit(t)
	dir := t.TempDir()
	shell(t, dir, gitEnv(), begin+"echo n >>b/x/y; git add .")
	out, err := inGit(dir, "rev-parse", "HEAD:b").Output()
	if err != nil {
		t.Fatal(err)
	}
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	fmt.Fprintf(w, "blob %d\x00%s", 1<<30, make([]byte, 64<<20))
	w.Close()
	name := filepath.Join(dir, ".git", "objects", string(out[:2]), strings.TrimSpace(string(out[2:])))
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, z.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	done := make(chan lists, 1)
	go func() { done <- compareLists(t, dir, gitEnv()) }()
	select {
	case l := <-done:
		if l.filesErr == nil || l.objectsErr == nil || l.gitErr == nil {
			t.Errorf("from files %v, with git's objects %v, git %v", l.filesErr, l.objectsErr, l.gitErr)
		}
	case <-time.After(5 * time.Minute):
		t.Fatal("it waits for git")
	}
}

// TestStagedRandom changes repositories at random and compares after each step.
func TestStagedRandom(t *testing.T) {
	needGit(t)
	names := []string{"a", "a-b", "a/b", "a.b", "a0", "a/b/c", "a/b.c", "ä/ö", "é", "line\nbreak", "sp ace", "A/b", "b/x/y/z", "b.x", "b/x.y", "b/x-y", "-dash", "\xff\xfe", "b/x/y", "z/" + strings.Repeat("long/", 30) + "end"}
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 7))
			dir, env := t.TempDir(), gitEnv()
			run := func(args ...string) {
				cmd := exec.Command("git", args...)
				cmd.Dir, cmd.Env = dir, env
				_ = cmd.Run() // some have nothing to do
			}
			run("init", "-q", ".")
			var blobs []string
			for i := range 6 {
				cmd := exec.Command("git", "hash-object", "-w", "--stdin")
				cmd.Dir, cmd.Env, cmd.Stdin = dir, env, strings.NewReader(strings.Repeat(fmt.Sprintln(i), i))
				out, err := cmd.Output()
				if err != nil {
					t.Fatal(err)
				}
				blobs = append(blobs, strings.TrimSpace(string(out)))
			}
			name := func() string { return names[r.IntN(len(names))] }
			here := 0
			for step := range 25 {
				for range 1 + r.IntN(3) {
					switch r.IntN(20) {
					default:
						mode := []string{"100644", "100644", "100644", "100755", "120000", "160000"}[r.IntN(6)]
						run("update-index", "--add", "--replace", "--cacheinfo", mode+","+blobs[r.IntN(len(blobs))]+","+name())
					case 8, 9:
						run("update-index", "--force-remove", "--", name())
					case 10, 11, 12:
						run("commit", "-q", "--allow-empty", "-m", "x")
					case 13:
						run("reset", "-q", []string{"--soft", "--mixed"}[r.IntN(2)], "HEAD~1")
					case 14:
						run("read-tree", fmt.Sprintf("HEAD~%d", r.IntN(3)))
					case 15:
						run("update-index", "--index-version", fmt.Sprint(2+r.IntN(3)))
					case 16:
						run("write-tree")
					case 17:
						run([][]string{{"gc", "-q"}, {"pack-refs", "--all"}, {"checkout", "-q", "--detach"}}[r.IntN(3)]...)
					case 18:
						run("update-index", []string{"--skip-worktree", "--no-skip-worktree", "--assume-unchanged"}[r.IntN(3)], "--", name())
					case 19:
						if r.IntN(4) == 0 {
							run("read-tree", "-m", "HEAD~2", "HEAD", "HEAD~1") // may leave sides of a merge
						} else {
							run("rm", "-q", "--cached", "--", name())
						}
					}
				}
				l := compareLists(t, dir, env)
				if l.gitErr != nil {
					t.Fatalf("step %d: %v", step, l.gitErr)
				}
				if (l.filesErr == nil) != (l.objectsErr == nil) {
					t.Fatalf("step %d: from files %v, with git's objects %v", step, l.filesErr, l.objectsErr)
				}
				if l.filesErr == nil {
					here++
					continue
				}
				// What git has to be asked for is known.
				added := slices.ContainsFunc(l.gits, func(c change) bool { return c.status == "A" })
				unmerged := slices.ContainsFunc(l.gits, func(c change) bool { return c.status == "U" })
				unborn := inGit(dir, "rev-parse", "-q", "--verify", "HEAD").Run() != nil
				if !(l.renames || l.deleted && added || unmerged || unborn) {
					t.Fatalf("step %d: left to git", step)
				}
			}
			if here < 5 {
				t.Errorf("of 25 lists %d were made here", here)
			}
		})
	}
}
