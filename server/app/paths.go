package app

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// orDot is the folder that a path is joined to: none for an absolute one.
func orDot(dir, path string) string {
	if filepath.IsAbs(path) {
		return ""
	}
	return dir
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

var clientProgram = map[bool]string{true: "jezero-client.exe", false: "jezero-client"}[runtime.GOOS == "windows"]

// BridgeCommand is how an agent starts the bridge with this key file: the
// words of a command line, none of which is secret.
func BridgeCommand(keyFile string) []string {
	return append(bridgeProgram(), "mcp", "--key-file", keyFile)
}

// bridgeProgram finds jezero-client: beside this program, on PATH, or in the
// source tree that this program is run from.
func bridgeProgram() []string {
	exe, err := os.Executable()
	if err == nil {
		beside := filepath.Join(filepath.Dir(exe), clientProgram)
		if exists(beside) {
			return []string{beside}
		}
	}
	if onPath, err := exec.LookPath("jezero-client"); err == nil {
		if abs, err := filepath.Abs(onPath); err == nil {
			return []string{abs}
		}
	}
	if tree := sourceTree(); tree != "" {
		return []string{"go", "-C", tree, "run", "./cmd/jezero-client"}
	}
	return []string{"jezero-client"}
}

// sourceTree is the module's folder at or above the working folder, when this
// program was built from it.
func sourceTree() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			if strings.HasPrefix(string(mod), "module jezero\n") && exists(filepath.Join(dir, "cmd", "jezero-client")) {
				return dir
			}
			return ""
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// inside reports whether path is dir or below it, by whatever names the two are
// called.
func inside(dir, path string) bool {
	rel, err := filepath.Rel(realPath(dir), realPath(path))
	return err == nil && filepath.IsLocal(rel)
}

// realPath follows links as far as the path exists.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if up := filepath.Dir(path); up != path {
		return filepath.Join(realPath(up), filepath.Base(path))
	}
	return path
}
