//go:build unix

package command_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"jezero/corpus"
	"jezero/redact/command"
)

// BenchmarkFilter is the program with 100 MB of transcript on its standard
// input, a file, and its output thrown away: MB per CPU second, reading and the
// start of the command included.
func BenchmarkFilter(b *testing.B) {
	src, _ := corpus.Transcript(1, 100<<20)
	path := filepath.Join(b.TempDir(), "transcript")
	if err := os.WriteFile(path, src, 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(src)))
	began := cpu(b)
	for b.Loop() {
		in, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		c := command.Command{Stdin: in, Stdout: io.Discard, Stderr: io.Discard}
		if code := c.Run(context.Background()); code != 0 {
			b.Fatalf("exit code %d", code)
		}
		in.Close()
	}
	b.ReportMetric(float64(b.N)*float64(len(src))/1e6/(cpu(b)-began), "MB/cpu-s")
}
