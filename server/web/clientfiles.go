package web

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// ClientFiles lists the files of the client bundle: the fixed ones (plugins and
// install script, embedded in the program), every client program that a release
// or `make client` put into dir as jezero-client-<os>-<arch>[.exe], and the
// server's own platform from own, the jezero-client beside this program, where
// dir has none for it. Without a program for the own platform it fails: a
// bundle that installs nothing here would be a puzzle for the person who
// fetches it.
func ClientFiles(fixed fs.FS, dir, own string) ([]BundleFile, error) {
	files, err := fixedFiles(fixed)
	if err != nil {
		return nil, err
	}
	platform := clientName(runtime.GOOS, runtime.GOARCH)
	hasOwn := false
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the folder of client programs: %w", err)
	}
	for _, e := range entries {
		if !programName.MatchString(e.Name()) || !e.Type().IsRegular() {
			continue
		}
		f, err := programFile(filepath.Join(dir, e.Name()), e.Name())
		if err != nil {
			return nil, err
		}
		hasOwn = hasOwn || e.Name() == platform
		files = append(files, f)
	}
	if !hasOwn {
		f, err := programFile(own, platform)
		if err != nil {
			return nil, fmt.Errorf("no client program for this platform: build jezero-client beside jezero, or put %s into %s: %w", platform, dir, err)
		}
		files = append(files, f)
	}
	return files, nil
}

// programName is what a program for one platform is called; nothing else in the
// folder is handed out.
var programName = regexp.MustCompile(`\Ajezero-client-[a-z0-9]+-[a-z0-9]+(?:\.exe)?\z`)

// programDir is where programs lie in the bundle.
const programDir = "bin/"

func clientName(goos, goarch string) string {
	name := "jezero-client-" + goos + "-" + goarch
	if goos == "windows" {
		name += ".exe"
	}
	return name
}

func programFile(from, name string) (BundleFile, error) {
	info, err := os.Stat(from)
	if err != nil {
		return BundleFile{}, err
	}
	if !info.Mode().IsRegular() {
		return BundleFile{}, fmt.Errorf("%s is not a regular file", from)
	}
	return BundleFile{
		Name: programDir + name, Mode: 0o755, Size: info.Size(), ModTime: info.ModTime(),
		Open: func() (io.ReadSeekCloser, error) { return os.Open(from) },
	}, nil
}

func fixedFiles(fixed fs.FS) ([]BundleFile, error) {
	var files []BundleFile
	if fixed == nil {
		return nil, nil
	}
	err := fs.WalkDir(fixed, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		// Embedded files have lost their modes.
		if strings.HasSuffix(name, ".sh") || !strings.Contains(path.Base(name), ".") {
			mode = 0o755
		}
		files = append(files, BundleFile{
			Name: name, Mode: mode, Size: info.Size(), ModTime: info.ModTime(),
			Open: func() (io.ReadSeekCloser, error) {
				f, err := fixed.Open(name)
				if err != nil {
					return nil, err
				}
				return f.(io.ReadSeekCloser), nil // as files of embed are
			},
		})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("listing the client's files: %w", err)
	}
	return files, nil
}
