package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jezero/githooks"
	"jezero/privacycheck"
)

// A hook file is ours when it has this line; a chained one runs what stood
// there before, from the file beside it.
const (
	ownLine      = "# privacy_check hook: "
	chainSuffix  = ".before-privacy-check"
	chainedLine  = "# chained: runs " // followed by the file
	snippetBegin = "# >>> privacy_check >>>"
	snippetEnd   = "# <<< privacy_check <<<"
)

// install puts the hooks into the repository, or takes them out.
func (c *Command) install(ctx context.Context, o *options) (int, error) {
	repo, err := privacycheck.OpenRepo(ctx, c.Dir, c.Env)
	if err != nil {
		return Broken, err
	}
	if repo == nil {
		return Broken, errors.New("not inside a git repository: there is nothing to install hooks into")
	}
	hooks := githooks.Names
	if len(o.hooks) > 0 {
		hooks = o.hooks
		for _, h := range hooks {
			if !slices.Contains(githooks.Names, h) {
				return Broken, usageError("--hooks knows %s", strings.Join(githooks.Names, ", "))
			}
		}
	}
	dir, err := repo.HooksDir(ctx)
	if err != nil {
		return Broken, err
	}
	place, err := c.place(repo, dir, o)
	if err != nil {
		return Broken, err
	}
	for _, h := range hooks {
		var done string
		if o.mode == modeInstall {
			done, err = place.put(h)
		} else {
			done, err = place.remove(h)
		}
		if err != nil {
			return Broken, fmt.Errorf("%s: %w", h, err)
		}
		fmt.Fprintf(c.Stdout, "%s: %s\n", h, done)
	}
	if o.mode == modeInstall {
		if hint := managerHint(repo); hint != "" {
			fmt.Fprintln(c.Stdout, hint)
		}
	}
	return Clean, nil
}

// hookPlace is where hooks of a repository go.
type hookPlace struct {
	dir     string
	snippet bool // add to the file instead of replacing it (husky's own folder)
}

// place decides how to install: husky keeps people's hooks one folder above
// what core.hooksPath names; a folder outside the repository belongs to more
// than this one.
func (c *Command) place(repo *privacycheck.Repo, dir string, o *options) (*hookPlace, error) {
	if filepath.Base(dir) == "_" && filepath.Base(filepath.Dir(dir)) == ".husky" {
		return &hookPlace{filepath.Dir(dir), true}, nil
	}
	if filepath.Base(dir) == ".husky" {
		return &hookPlace{dir, true}, nil
	}
	inside := func(top string) bool {
		rel, err := filepath.Rel(top, dir)
		return top != "" && err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
	}
	if !inside(repo.CommonDir) && !inside(repo.Top) && !o.force {
		return nil, errors.New("core.hooksPath names a folder outside this repository, whose hooks run for others too; add --force to install there")
	}
	return &hookPlace{dir, false}, nil
}

func (p *hookPlace) put(hook string) (string, error) {
	script, err := installed(hook)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(p.dir, 0o777); err != nil {
		return "", err
	}
	path := filepath.Join(p.dir, hook)
	old, err := privacycheck.ReadOwnFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	exists := err == nil
	switch {
	case p.snippet:
		return p.putSnippet(path, old, exists, script)
	case carried(old):
		return "is carried by the repository, and runs this check; left as it is", nil
	case exists && bytes.Contains(old, []byte(ownLine)):
		body := script
		if bytes.Contains(old, []byte(chainedLine)) {
			body = chained(hook, script)
		}
		if bytes.Equal(old, body) {
			return "is installed already", nil
		}
		return "updated", writeHook(path, body)
	case exists:
		before := path + chainSuffix
		if _, err := os.Lstat(before); err == nil {
			return "", fmt.Errorf("%s is in the way; move it away first", filepath.Base(before))
		}
		if err := os.Rename(path, before); err != nil {
			return "", err
		}
		if err := writeHook(path, chained(hook, script)); err != nil {
			return "", errors.Join(err, os.Rename(before, path))
		}
		return "installed, behind the hook that was there", nil
	}
	return "installed", writeHook(path, script)
}

// The lines with which jezero's own hooks build the program from its work tree.
const (
	buildBegin = "# Inside jezero itself the program is built from the work tree.\n"
	buildEnd   = "\nfi\n"
)

// installed is a hook as other repositories get it: without the lines that
// build the program, as a repository that calls itself jezero could have its own
// code run by them.
func installed(hook string) ([]byte, error) {
	script, err := githooks.Script(hook)
	if err != nil {
		return nil, err
	}
	head, rest, found := bytes.Cut(script, []byte(buildBegin))
	_, tail, ended := bytes.Cut(rest, []byte(buildEnd))
	if !found || !ended || bytes.Contains(tail, []byte("go run")) {
		return nil, errors.New("the hook has other lines than this program knows; nothing was written")
	}
	return append(bytes.Clone(head), tail...), nil
}

// carried tells whether a hook is one of githooks/ itself: it belongs to the
// repository that carries it, which install did not write and uninstall must not
// take away.
func carried(hook []byte) bool { return bytes.Contains(hook, []byte(buildBegin)) }

// chained puts a call of the earlier hook before ours. pre-push gives its list
// on standard input, which both must read.
func chained(hook string, script []byte) []byte {
	before := hook + chainSuffix
	call := fmt.Sprintf("%s%s first.\nbefore=\"$(dirname -- \"$0\")/%s\"\n", chainedLine, before, before)
	if hook == "pre-push" {
		call += "input=$(cat; echo .)\ninput=${input%.}\nif [ -x \"$before\" ]; then\n\tprintf %s \"$input\" | \"$before\" \"$@\" || exit $?\nfi\n"
	} else {
		call += "if [ -x \"$before\" ]; then\n\t\"$before\" \"$@\" || exit $?\nfi\n"
	}
	head, rest, _ := strings.Cut(string(script), "\nset -u\n")
	if hook == "pre-push" {
		// exec would lose the pipe's reader, so the list is piped anew.
		rest = strings.ReplaceAll(rest, "\texec ", "\tprintf %s \"$input\" | ")
		rest = strings.ReplaceAll(rest, "--self\nfi", "--self\n\texit $?\nfi")
	}
	return []byte(head + "\nset -u\n\n" + call + rest)
}

// putSnippet adds our lines to the end of a hook that its manager owns.
func (p *hookPlace) putSnippet(path string, old []byte, exists bool, script []byte) (string, error) {
	_, body, _ := strings.Cut(string(script), "\nset -u\n")
	block := snippetBegin + "\n(" + strings.TrimRight(body, "\n") + "\n) || exit $?\n" + snippetEnd + "\n"
	text := string(old)
	done := "added to the hook that was there"
	if from := strings.Index(text, snippetBegin); from >= 0 {
		to := strings.Index(text, snippetEnd)
		if to < from {
			return "", errors.New("our lines in it are damaged; remove them by hand")
		}
		if text[from:to+len(snippetEnd)+1] == block {
			return "is installed already", nil
		}
		text = text[:from] + strings.TrimPrefix(text[to+len(snippetEnd):], "\n")
		done = "updated"
	}
	if !exists {
		text, done = "#!/bin/sh\n", "installed"
	} else if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return done, writeHook(path, []byte(text+block))
}

func (p *hookPlace) remove(hook string) (string, error) {
	path := filepath.Join(p.dir, hook)
	old, err := privacycheck.ReadOwnFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return "was not installed", nil
	}
	if err != nil {
		return "", err
	}
	if from := bytes.Index(old, []byte(snippetBegin)); from >= 0 {
		to := bytes.Index(old, []byte(snippetEnd))
		if to < from {
			return "", errors.New("our lines in it are damaged; remove them by hand")
		}
		rest := string(old[:from]) + strings.TrimPrefix(string(old[to+len(snippetEnd):]), "\n")
		if strings.TrimSpace(rest) == "#!/bin/sh" {
			return "removed", os.Remove(path)
		}
		return "removed from the hook", writeHook(path, []byte(rest))
	}
	if carried(old) {
		return "is carried by the repository, not installed; left alone (git config --unset core.hooksPath stops it)", nil
	}
	if !bytes.Contains(old, []byte(ownLine)) {
		return "is somebody else's; left alone", nil
	}
	before := path + chainSuffix
	if _, err := os.Lstat(before); err == nil {
		return "removed; the hook that was there before is back", os.Rename(before, path)
	}
	return "removed", os.Remove(path)
}

func writeHook(path string, data []byte) error {
	if err := writeFile(path, data); err != nil {
		return err
	}
	return os.Chmod(path, 0o755)
}

// managerHint tells about managers that rewrite the hooks' folder.
func managerHint(repo *privacycheck.Repo) string {
	if repo.Top == "" {
		return ""
	}
	for _, f := range []string{"lefthook.yml", "lefthook.yaml", ".lefthook.yml", "lefthook.toml"} {
		if _, err := os.Stat(filepath.Join(repo.Top, f)); err == nil {
			return "lefthook writes its hooks anew when it installs them; to be safe add to " + f + ":\n" +
				"  pre-commit:\n    commands:\n      privacy_check:\n        run: privacy_check --staged --self"
		}
	}
	if _, err := os.Stat(filepath.Join(repo.Top, ".pre-commit-config.yaml")); err == nil {
		return "This repository also uses pre-commit: its configuration may name the hook of jezero instead (docs/privacy-check.md)."
	}
	return ""
}
