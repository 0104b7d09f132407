package bundle

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"
	"testing"
)

// JZ-84: no file that a device gets holds a key, or asks for one.
func TestFiles(t *testing.T) {
	n := 0
	err := fs.WalkDir(Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		n++
		text, err := fs.ReadFile(Files(), name)
		if err != nil {
			return err
		}
		for _, bad := range []string{"JEZERO_KEY", "Authorization", "Bearer", "headers"} {
			if strings.Contains(string(text), bad) {
				t.Errorf("%s speaks of %s", name, bad)
			}
		}
		if path.Ext(name) != ".json" {
			return nil
		}
		var doc struct {
			Name       string
			Plugins    []struct{ Name, Source string }
			MCPServers map[string]struct {
				Command string
				Args    []string
			}
			ContextFileName string
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, p := range doc.Plugins {
			root := path.Join(path.Dir(name), "..", p.Source)
			if _, err := fs.Stat(Files(), path.Join(root, ".claude-plugin", "plugin.json")); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if doc.ContextFileName != "" {
			if _, err := fs.Stat(Files(), path.Join(path.Dir(name), doc.ContextFileName)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, s := range doc.MCPServers {
			if s.Command != "jezero-client" || len(s.Args) != 1 || s.Args[0] != "mcp" {
				t.Errorf("%s starts %s %v", name, s.Command, s.Args)
			}
			// install.sh looks for it in this form.
			if !strings.Contains(string(text), `"command": "jezero-client"`) {
				t.Errorf("%s: install.sh does not find its command", name)
			}
		}
		return nil
	})
	if err != nil || n < 8 {
		t.Errorf("%d files: %v", n, err)
	}
	script, err := fs.ReadFile(Files(), InstallScript)
	if err != nil || strings.Count(string(script), "\n"+ServerLine+"\n") != 1 {
		t.Errorf("%s has not one line %s: %v", InstallScript, ServerLine, err)
	}
}
