package config

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// FileName is what a configuration is called where its name is not given.
const FileName = "jezero.toml"

// DataDir is the folder where jezero keeps its things when no one says
// otherwise: $XDG_DATA_HOME/jezero, else ~/.local/share/jezero. Empty when the
// environment names no home.
func DataDir(getenv func(string) string) string {
	// XDG says that a relative path there is to be ignored.
	if x := getenv("XDG_DATA_HOME"); filepath.IsAbs(x) {
		return filepath.Join(x, "jezero")
	}
	if runtime.GOOS == "windows" {
		if x := getenv("LOCALAPPDATA"); x != "" {
			return filepath.Join(x, "jezero")
		}
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".local", "share", "jezero")
	}
	return ""
}

// Find returns the configuration file that is meant: flag, $JEZERO_CONFIG,
// jezero.toml in dir, jezero.toml in DataDir, in this order. The first two are
// taken at their word and need not exist; without any of them the error is
// ErrNotFound and says where it looked.
func Find(flag, dir string, getenv func(string) string) (string, error) {
	for _, named := range []string{flag, getenv("JEZERO_CONFIG")} {
		if named != "" {
			if !filepath.IsAbs(named) {
				named = filepath.Join(dir, named)
			}
			return named, nil
		}
	}
	looked := []string{filepath.Join(dir, FileName)}
	if data := DataDir(getenv); data != "" {
		looked = append(looked, filepath.Join(data, FileName))
	}
	for _, path := range looked {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w: looked at %s; write one with `jezero up`, or name it with --config or $JEZERO_CONFIG", ErrNotFound, strings.Join(looked, " and "))
}
