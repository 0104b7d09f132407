package crash

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

var (
	kills = flag.Int("kills", 12, "how many kills are shared out over the commands; each gets one at least")
	seed  = flag.Uint64("seed", uint64(time.Now().UnixNano()), "seed of the moments at which commands are killed")
)

// built is the folder of the programs, built once for all tests.
var built struct {
	once sync.Once
	dir  string
	err  error
}

// program returns the path of the built jezero.
func program(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: building and starting the program takes a while")
	}
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "jezero-crash-*"); built.err != nil {
			return
		}
		out, err := exec.Command("go", "build", "-buildvcs=false", "-o", built.dir+string(filepath.Separator), "jezero/cmd/jezero").CombinedOutput()
		if err != nil {
			built.err = fmt.Errorf("building: %w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return filepath.Join(built.dir, "jezero")
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}
