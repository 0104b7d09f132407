// Genbigram writes bigram.bin: how often, in usual text, one byte follows
// another. Give it folders of source, documentation and session logs.
//
//	go run ./genbigram -o bigram.bin DIR...
package main

import (
	"flag"
	"io/fs"
	"log"
	"math"
	"os"
	"path/filepath"

	"jezero/redact/internal/prefilter/bigram"
)

func main() {
	out := flag.String("o", "bigram.bin", "file to write")
	flag.Parse()
	var count [bigram.Symbols][bigram.Symbols]float64
	for _, dir := range flag.Args() {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			switch filepath.Ext(path) {
			case ".go", ".txt", ".md", ".html", ".json", ".jsonl", ".js", ".py", ".sh", ".c", ".h", ".yaml", ".yml", "":
			default:
				return nil
			}
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			// No file may outweigh the rest.
			b = b[:min(len(b), 256<<10)]
			for i := 1; i < len(b); i++ {
				count[bigram.Symbol(b[i-1])][bigram.Symbol(b[i])]++
			}
			return nil
		})
		if err != nil {
			log.Fatal(err)
		}
	}
	total := 0.0
	for _, row := range count {
		for _, n := range row {
			total += n
		}
	}
	if total == 0 {
		log.Fatal("no text in the folders")
	}
	var enc []byte
	for _, row := range count {
		for _, n := range row {
			// Bits times 8; what was never seen counts as seen a third of a time.
			enc = append(enc, byte(min(255, math.Round(8*math.Log2(total/max(n, 0.3))))))
		}
	}
	if err := os.WriteFile(*out, enc, 0o644); err != nil {
		log.Fatal(err)
	}
}
