package fuzz

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// targets lists what is fuzzed: every way that bytes of others come in, and
// every promise that holds for all bytes. CI runs each target it finds in the
// repository; this table says which there have to be. Agents' connectors are
// not in it: each has FuzzAgent, and those that read databases FuzzDatabase.
var targets = map[string][]string{
	"redact, all invariants together": {"redact FuzzInvariants", "redact FuzzDocuments", "redact/internal/detect FuzzDetectors", "redact/internal/detect FuzzIdle", "fuzz FuzzEngineAgainstOracle"},
	"stream splitting":                {"fuzz FuzzStream"},
	"parts of the redactor":           {"redact/internal/prefilter FuzzModesAgree", "redact/internal/value FuzzOf", "redact/internal/name FuzzOf", "redact/rule FuzzChecksum"},
	"JSON and JSONL":                  {"fuzz FuzzJSON", "fuzz FuzzJSONL"},
	"lines":                           {"fuzz FuzzLines"},
	"known values":                    {"fuzz FuzzKnown"},
	"newer rules over older ones":     {"fuzz FuzzNewOverOld"},
	"user patterns":                   {"fuzz FuzzUserPatterns", "redact/pattern FuzzGateStandsInEveryMatch", "redact/pattern FuzzSpec"},
	"configuration":                   {"server/config FuzzLoad", "privacycheck FuzzConfig"},
	"connectors' helpers":             {"connectors FuzzFields", "connectors FuzzClean", "connectors FuzzToolLine", "connectors/project FuzzOf", "connectors/device FuzzBridge"},
	"inbox paths":                     {"server/web FuzzUploadPath", "server/web FuzzInbox"},
	"requests":                        {"server/web FuzzRequest", "server/web FuzzGuard"},
	"tool arguments":                  {"server/mcpserver FuzzArguments"},
	"search queries":                  {"server/sqlite FuzzSearch", "server/sqlite FuzzTokens", "server/sqlite/textindex FuzzRead"},
	"baselines and allow marks":       {"privacycheck FuzzBaseline", "privacycheck FuzzMarkers", "redact/command FuzzEvalBaseline"},
	"what privacy_check finds":        {"privacycheck FuzzAdded", "privacycheck FuzzDenylist", "privacycheck FuzzHome", "privacycheck FuzzIPv4", "privacycheck FuzzIPv6", "privacycheck FuzzNoLeak", "privacycheck FuzzRaw"},
	"files of git":                    {"privacycheck FuzzIndex", "privacycheck FuzzIndexDiff", "privacycheck FuzzPack"},
	"event chain":                     {"server/chain FuzzChain", "server/chain FuzzFields", "server/chain FuzzParse"},
	"segments and summaries":          {"server/ingest FuzzCutText", "server/summarize FuzzDocument", "server/summarize FuzzExtractive", "server/command FuzzWrap"},
	"corpus files":                    {"corpus FuzzParse"},
}

var fuzzFunc = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(\w+ \*testing\.F\)`)

// TestTargets fails when a target of the table is gone, when one is not in the
// table, and when a connector has none.
func TestTargets(t *testing.T) {
	have := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() != ".." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(path)
		folder, rerr := filepath.Rel("..", filepath.Dir(path))
		if err != nil || rerr != nil {
			return err
		}
		for _, m := range fuzzFunc.FindAllStringSubmatch(string(src), -1) {
			have[filepath.ToSlash(folder)+" "+m[1]] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range slices.Sorted(maps.Keys(targets)) {
		for _, target := range targets[what] {
			if !have[target] {
				t.Errorf("%s: %s is gone", what, target)
			}
			delete(have, target)
		}
	}
	all, err := os.ReadFile("../connectors/all/all.go")
	if err != nil {
		t.Fatal(err)
	}
	agents := regexp.MustCompile(`"jezero/connectors/(\w+)"`).FindAllStringSubmatch(string(all), -1)
	if len(agents) < 10 {
		t.Fatalf("only %d connectors are listed", len(agents))
	}
	for _, m := range agents {
		if !have["connectors/"+m[1]+" FuzzAgent"] {
			t.Errorf("connectors/%s has no FuzzAgent", m[1])
		}
		delete(have, "connectors/"+m[1]+" FuzzAgent")
		delete(have, "connectors/"+m[1]+" FuzzDatabase")
	}
	for target := range have {
		t.Errorf("%s stands in no row of the table", target)
	}
}
