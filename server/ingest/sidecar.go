package ingest

import (
	"os"
	"path/filepath"
	"strings"
)

// maxProject is the longest project name that a sidecar may hold.
const maxProject = 128

// sidecarProject reads the project that a device sent along with an upload, ""
// when there is none: .<file>.project beside the file.
func sidecarProject(path string) string {
	f, err := os.Open(filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".project"))
	if err != nil {
		return ""
	}
	defer f.Close()
	buf := make([]byte, maxProject+2)
	n, _ := f.Read(buf)
	name := strings.TrimSpace(string(buf[:n]))
	if name == "" || len(name) > maxProject {
		return ""
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		ok := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("._/-", c) >= 0
		if !ok {
			return ""
		}
	}
	return name
}
