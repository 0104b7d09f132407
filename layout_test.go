package jezero_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// topFolders are the only folders of the repository's root.
var topFolders = []string{
	".ci", "cmd", "connectors", "corpus", "docs", "fuzz", "githooks", "privacycheck", "redact", "server",
}

// layer lists, for a package or a tree of packages ("x/..."), the packages of
// this module that it may import. The most specific row decides. An import
// that is not listed points up or sideways, and is a fault of the structure:
// change the structure first, then this table.
var layers = map[string][]string{
	// the redactor: standard library only, see stdlibOnly
	"redact/rule":                   {},
	"redact/rules":                  {"redact/rule"},
	"redact/rules/...":              {"redact/rule", "redact/rules"},
	"redact/rules/internal/gendocs": {"redact/rule", "redact/rules", "redact/internal/detect"},
	"redact/rules/internal/genset":  {"redact/rule", "redact/rules", "redact/internal/golit"},
	"redact/internal/...":           {"redact/rule", "redact/rules", "redact/internal/..."},
	"redact":                        {"redact/rule", "redact/rules", "redact/internal/..."},
	"redact/pattern":                {"redact"},
	"redact/redacttest":             {"redact", "redact/rule", "redact/rules", "redact/internal/...", "corpus"},
	"redact/command":                {"redact", "redact/rule", "redact/rules", "redact/pattern", "corpus", "fuzz/lab"},

	"corpus": {},

	"fuzz/credgen": {"redact/rule", "redact/rules", "corpus"},
	"fuzz/oracle":  {"redact/rule", "redact/rules"},
	// A program for people: it reads sources and runs tests.
	"fuzz/mutation": {},
	"fuzz/lab":      {"redact", "redact/rule", "redact/rules", "redact/pattern", "corpus", "fuzz/credgen", "fuzz/oracle"},
	"fuzz":          {"redact/...", "privacycheck", "server/...", "connectors/...", "corpus", "fuzz/..."},

	"privacycheck":            {"redact", "redact/rule"},
	"privacycheck/output/...": {"privacycheck", "privacycheck/output/..."},
	"privacycheck/output":     {"privacycheck", "privacycheck/output/..."},
	"privacycheck/command":    {"privacycheck", "privacycheck/output/...", "privacycheck/output", "redact", "redact/rule", "redact/pattern", "githooks"},
	"githooks":                {},

	"connectors":                {},
	"connectors/project":        {},
	"connectors/sqlitestore":    {"connectors"},
	"connectors/connectortest":  {"connectors", "corpus"},
	"connectors/all":            {"connectors", "connectors/..."},
	"connectors/device":         {"connectors", "connectors/project", "connectors/all", "connectors/device/client", "redact"},
	"connectors/device/client":  {},
	"connectors/device/command": {"connectors/device", "connectors/device/client"},
	"connectors/device/...":     {"connectors", "connectors/project", "connectors/all", "connectors/device/..."},
	"connectors/...":            {"connectors", "connectors/sqlitestore"},
	"server":                    {},
	"server/chain":              {"server"},
	"server/keys":               {"server", "server/config"},
	"server/config":             {"server", "redact"},
	"server/sqlite":             {"server", "server/chain", "server/sqlite/textindex", "redact"},
	"server/sqlite/textindex":   {},
	"server/ingest":             {"server", "connectors", "connectors/project", "redact"},
	"server/summarize":          {"server"},
	"server/mcpserver":          {"server", "redact"},
	"server/web":                {"server", "server/keys", "server/config", "redact", "connectors/all", "connectors"},
	"server/web/webtest":        {},
	"server/health":             {"server", "server/config"},
	"server/crash":              {},
	"server/app":                {"server", "server/...", "connectors", "connectors/...", "redact", "redact/pattern", "corpus"},
	"server/command":            {"server", "server/...", "connectors", "connectors/...", "redact", "redact/pattern", "corpus"},
	"cmd/redact":                {"redact/command"},
	"cmd/privacy_check":         {"privacycheck/command"},
	"cmd/jezero":                {"server/command"},
	"cmd/jezero-client":         {"connectors/device", "connectors/device/command"},
}

// stdlibOnly packages import nothing outside the module but the standard
// library (and, for the CPU check, golang.org/x/sys/cpu), so that whoever uses
// the redactor takes on no dependency.
var stdlibOnly = []string{
	"redact", "redact/rule", "redact/rules", "redact/internal/...", "corpus", "corpus/...", "server",
	"connectors", "connectors/project",
}

// doors names, for every dependency of the programs, the only packages that
// may import it. A dependency without a row is a fault: add the row, and the
// reason to docs/dependencies.md.
var doors = map[string][]string{
	"filippo.io/age":                  {"server/chain"},
	"github.com/alecthomas/kong":      {"server/command", "redact/command", "privacycheck/command", "connectors/device/command"},
	"github.com/bmatcuk/doublestar":   {"server/ingest", "privacycheck"},
	"github.com/dlclark/regexp2":      {"redact/pattern", "fuzz/oracle", "fuzz/lab"},
	"github.com/go-git/go-git":        {"privacycheck"},
	"github.com/go-git/go-billy":      {"privacycheck"},
	"github.com/gofrs/flock":          {"server/ingest", "server/keys", "connectors/device"},
	"github.com/google/go-cmp":        {"connectors/connectortest"},
	"github.com/google/jsonschema-go": {"server/mcpserver"},
	"github.com/google/renameio":      {"server/config", "server/keys", "server/chain", "redact/command", "privacycheck/command", "connectors/device"},
	"github.com/joho/godotenv":        {"server/config"},
	"github.com/klauspost/compress":   {"server/web", "server/web/webtest", "connectors/codex", "connectors/device", "privacycheck"},
	"github.com/modelcontextprotocol": {"server/mcpserver", "server/app", "connectors/device"},
	"github.com/pelletier/go-toml":    {"server/config", "privacycheck", "redact/pattern", "redact/command", "connectors/device"},
	"github.com/schollz/progressbar":  {"server/command", "redact/command", "privacycheck/command"},
	"github.com/zalando/go-keyring":   {"server/chain"},
	"golang.org/x/sys":                {"redact/...", "server/...", "privacycheck", "privacycheck/...", "connectors", "connectors/..."},
	"golang.org/x/term":               {"cmd/...", "server/command", "redact/command", "privacycheck/command", "connectors/device/command"},
	"golang.org/x/text":               {"privacycheck", "server/sqlite"},
	"modernc.org/sqlite":              {"server/sqlite", "connectors/sqlitestore"},
}

type goPackage struct {
	ImportPath string
	Imports    []string
	Standard   bool
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Standard", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var ps []goPackage
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, p)
	}
	if len(ps) < 10 {
		t.Fatalf("go list found %d packages", len(ps))
	}
	return ps
}

func matches(pattern, pkg string) bool {
	if tree, ok := strings.CutSuffix(pattern, "/..."); ok {
		return strings.HasPrefix(pkg, tree+"/")
	}
	return pattern == pkg
}

func anyMatches(patterns []string, pkg string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, pkg) })
}

// rowFor returns the most specific row of the table.
func rowFor(pkg string) (string, bool) {
	best := ""
	for p := range layers {
		if matches(p, pkg) && (p == pkg || len(p) > len(best) && best != pkg) {
			best = p
		}
	}
	return best, best != ""
}

func TestLayoutImportsPointDown(t *testing.T) {
	for _, p := range listPackages(t) {
		pkg, ok := strings.CutPrefix(p.ImportPath, "jezero/")
		if !ok {
			continue
		}
		row, ok := rowFor(pkg)
		if !ok {
			t.Errorf("%s is not in the table of layout_test.go: give it a row, or put the code where it belongs", pkg)
			continue
		}
		for _, imp := range p.Imports {
			if in, ours := strings.CutPrefix(imp, "jezero/"); ours {
				if !anyMatches(layers[row], in) {
					t.Errorf("%s imports %s, which its row %q does not allow", pkg, in, row)
				}
				continue
			}
			first, _, _ := strings.Cut(imp, "/")
			if !strings.Contains(first, ".") {
				continue // standard library
			}
			if anyMatches(stdlibOnly, pkg) && imp != "golang.org/x/sys/cpu" {
				t.Errorf("%s imports %s: only the standard library is allowed there", pkg, imp)
			}
			known := false
			for module, allowed := range doors {
				if imp != module && !strings.HasPrefix(imp, module+"/") {
					continue
				}
				known = true
				if !anyMatches(allowed, pkg) {
					t.Errorf("%s imports %s, whose doors are %v", pkg, imp, allowed)
				}
			}
			if !known {
				t.Errorf("%s imports %s, which has no row in doors", pkg, imp)
			}
		}
	}
}

// Every row stands for at least one package, so that the table tells the truth.
func TestLayoutTableHasNoDeadRows(t *testing.T) {
	ps := listPackages(t)
	for row := range layers {
		if !slices.ContainsFunc(ps, func(p goPackage) bool {
			return matches(row, strings.TrimPrefix(p.ImportPath, "jezero/"))
		}) {
			t.Errorf("row %q matches no package", row)
		}
	}
}

func TestLayoutTopFolders(t *testing.T) {
	out, err := exec.Command("git", "ls-files").Output()
	if err != nil || len(out) == 0 { // a copy without git: fall back to the folder itself
		entries, err := os.ReadDir(".")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.IsDir() && e.Name() != ".git" {
				out = append(out, e.Name()+"/x\n"...)
			}
		}
	}
	seen := map[string]bool{}
	for f := range strings.Lines(string(out)) {
		if d := path.Dir(strings.Trim(strings.TrimSpace(f), `"`)); d != "." {
			top, _, _ := strings.Cut(d, "/")
			seen[top] = true
		}
	}
	for top := range seen {
		if !slices.Contains(topFolders, top) {
			t.Errorf("folder %s/ does not belong at the root", top)
		}
	}
	for _, top := range topFolders {
		if !seen[top] {
			t.Errorf("folder %s/ is missing", top)
		}
	}
}
