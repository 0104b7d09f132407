package privacycheck

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// branchTip is the commit of a branch, which has a file of its own or is one of
// the packed refs.
func branchTip(common, branch string) (id string, ok bool) {
	if !branchName(branch) || !filepath.IsLocal(branch) {
		return "", false
	}
	id, err := lineOf(filepath.Join(common, "refs", "heads", filepath.FromSlash(branch)))
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return id, err == nil
	}
	packed, err := ReadOwnFile(filepath.Join(common, "packed-refs"))
	if err != nil {
		return "", false
	}
	return packedRef(packed, "refs/heads/"+branch)
}

// branchName tells whether git takes s for the name of a branch. What it does
// not, it reads as another name or not at all.
func branchName(s string) bool {
	for part := range strings.SplitSeq(s, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".") || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] == 0x7f {
			return false
		}
	}
	return !strings.ContainsAny(s, `~^:?*[\`) && !strings.Contains(s, "..") && !strings.Contains(s, "@{")
}

// packedRef looks a ref up in the file of packed refs. All of the file must be as
// git writes it: git looks the name up by halves, so where the order is another
// it finds something else than who reads line by line.
func packedRef(packed []byte, ref string) (id string, ok bool) {
	var last []byte // the ref before
	if bytes.HasPrefix(packed, []byte("# pack-refs with:")) {
		_, packed, _ = bytes.Cut(packed, []byte{'\n'})
	}
	for line := range bytes.Lines(packed) {
		line, whole := bytes.CutSuffix(line, []byte{'\n'})
		switch {
		case !whole || len(line) == 0:
			return "", false
		case line[0] == '^' && last != nil: // what the tag before leads to
			if !sha1Name(string(line[1:])) {
				return "", false
			}
			continue
		}
		name, now, found := bytes.Cut(line, []byte{' '})
		if !found || !sha1Name(string(name)) || len(now) == 0 || bytes.Compare(last, now) >= 0 {
			return "", false
		}
		if last = now; string(now) == ref {
			id, ok = string(name), true
		}
	}
	return id, ok
}

var errNotOneLine = errors.New("is no file of one line")

// lineOf reads a file of one line, which is no link.
func lineOf(path string) (string, error) {
	st, err := os.Lstat(path)
	if err != nil {
		return "", err
	}
	if !st.Mode().IsRegular() {
		return "", errNotOneLine
	}
	data, err := readRegular(path, 1<<10)
	if err != nil {
		return "", err
	}
	line, found := strings.CutSuffix(string(data), "\n")
	if !found || strings.Contains(line, "\n") {
		return "", errNotOneLine
	}
	return line, nil
}
