package privacycheck

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// plain tells whether the repository is one whose files git would read without
// a second thought, as they are: it belongs to the user, its configuration has
// the usual form and no extensions, and the environment puts nothing elsewhere.
// In others git decides.
func (r *Repo) plain(get func(string) string, f facts) bool {
	if r.Top == "" || f.partial || !plainConfig(r.config) {
		return false
	}
	for _, key := range []string{"GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR"} {
		if get(key) != "" {
			return false
		}
	}
	for _, p := range []string{r.Top, filepath.Join(r.Top, ".git"), r.GitDir, r.CommonDir} {
		if !ownedByUser(p) {
			return false
		}
	}
	st, err := os.Stat(filepath.Join(r.CommonDir, "refs")) // git knows a repository by it
	return err == nil && st.IsDir()
}

// plainConfig tells whether a configuration has the first version and no
// extensions, brings no others along, and is understood here.
func plainConfig(config []byte) bool {
	plain, known := readConfig(config)
	return plain && known
}

// readConfig tells in known whether a configuration is written in the way that
// git and people usually write, and says nothing that git might not understand:
// at some values it ends, whatever it was asked for.
func readConfig(config []byte) (plain, known bool) {
	section, sub := "", false
	plain = true
	for raw := range bytes.Lines(config) {
		line := strings.ToLower(strings.Trim(string(raw), " \t\r\n"))
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		if head, ok := strings.CutPrefix(line, "["); ok {
			head, ok = strings.CutSuffix(head, "]")
			section, head, sub = strings.Cut(head, ` "`)
			if sub {
				head, ok = strings.CutSuffix(head, `"`)
			}
			if !ok || !configName(section) || strings.ContainsAny(head, `"\`) {
				return false, false
			}
			continue
		}
		key, value, found := strings.Cut(line, "=")
		key, value = strings.Trim(key, " \t"), strings.Trim(value, " \t")
		switch {
		case !found || !configName(key) || strings.ContainsAny(value, `"\`):
			return false, false
		case section == "extensions" || strings.HasPrefix(section, "include") || section == "core" && key == "repositoryformatversion" && value != "0":
			plain = false
		case !plainValue(section, sub, key, value):
			return false, false
		}
	}
	return plain, true
}

// configText are keys of which git takes any text.
var configText = map[string]bool{
	"core.editor": true, "core.pager": true, "core.sshcommand": true, "core.hookspath": true, "core.worktree": true, "core.attributesfile": true, "core.excludesfile": true, "core.fsmonitor": true,
	"user.name": true, "user.email": true, "user.signingkey": true,
}

// configTruth are keys that are true or false.
var configTruth = map[string]bool{
	"core.bare": true, "core.filemode": true, "core.ignorecase": true, "core.logallrefupdates": true, "core.precomposeunicode": true, "core.symlinks": true,
	"core.autocrlf": true, "core.safecrlf": true, "core.quotepath": true, "core.trustctime": true, "core.preloadindex": true, "core.fscache": true, "core.longpaths": true,
	"core.untrackedcache": true, "core.splitindex": true, "core.commitgraph": true, "core.multipackindex": true,
	"core.sparsecheckout": true, "core.sparsecheckoutcone": true, "core.protectntfs": true, "core.protecthfs": true, "core.hidedotfiles": true,
	"index.sparse": true, "index.skiphash": true, "feature.manyfiles": true, "feature.experimental": true,
	"diff.renames": true, "diff.noprefix": true, "diff.relative": true,
}

// configWords are values of keys that are not only true or false.
var configWords = map[string][]string{
	"core.repositoryformatversion": {"0"}, "core.autocrlf": {"input"}, "core.safecrlf": {"warn"}, "core.eol": {"lf", "crlf", "native"}, "core.untrackedcache": {"keep"},
	"core.logallrefupdates": {"always"}, "core.hidedotfiles": {"dotgitonly"}, "index.version": {"2", "3", "4"}, "index.threads": {"1", "2", "4", "8"},
	"diff.renames": {"copy", "copies"}, "diff.ignoresubmodules": {"all", "dirty", "untracked", "none"}, "push.default": {"simple", "current", "upstream", "matching", "nothing"},
}

// plainValue tells whether git understands the value in a section, one of several
// of that name when sub is true.
func plainValue(section string, sub bool, key, value string) bool {
	switch section { // that other commands read
	case "remote", "branch", "submodule", "url", "merge", "filter":
		return sub
	case "alias", "commit", "credential", "gc", "gui", "http", "init", "lfs", "pull", "rebase":
		return true
	}
	if sub {
		return false
	}
	name := section + "." + key
	if configText[name] {
		return value != "" && value[0] != '~' && value[0] != '%' // places that git looks for
	}
	return configTruth[name] && (value == "true" || value == "false") || slices.Contains(configWords[name], value)
}

// configName tells whether s is the name of a section or key.
func configName(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isDigit(c) && (c < 'a' || c > 'z') && c != '-' {
			return false
		}
	}
	return s != "" && s[0] >= 'a' && s[0] <= 'z'
}
