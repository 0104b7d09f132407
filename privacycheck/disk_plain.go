package privacycheck

import (
	"bytes"
	"os"
	"path/filepath"
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
// extensions, brings no others along, and is written in the way that git and
// people usually write.
func plainConfig(config []byte) bool {
	for raw := range bytes.Lines(config) {
		line := strings.ToLower(string(bytes.TrimSpace(raw)))
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		if section, ok := strings.CutPrefix(line, "["); ok {
			section, ok = strings.CutSuffix(section, "]")
			name, sub, has := strings.Cut(section, ` "`)
			if has {
				sub, ok = strings.CutSuffix(sub, `"`)
			}
			if !ok || !configName(name) || strings.ContainsAny(sub, `"\`) || name == "extensions" || strings.HasPrefix(name, "include") {
				return false
			}
			continue
		}
		key, value, found := strings.Cut(line, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !found || !configName(key) || strings.ContainsAny(value, `"\`) || key == "repositoryformatversion" && value != "0" {
			return false
		}
	}
	return true
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
