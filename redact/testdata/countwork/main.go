// Command countwork redacts each file that it is given and writes beside it, to
// <file>.cov, how often each statement ran. It is built with -cover by TestLinear.
package main

import (
	"log"
	"os"
	"runtime/coverage"

	"jezero/redact"
)

func main() {
	log.SetFlags(0)
	r, err := redact.New()
	if err != nil {
		log.Fatal(err)
	}
	var dst []byte
	for _, name := range os.Args[1:] {
		src, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		if err := coverage.ClearCounters(); err != nil {
			log.Fatal(err)
		}
		dst = r.Append(dst[:0], src)
		if err := os.Mkdir(name+".cov", 0o700); err != nil {
			log.Fatal(err)
		}
		if err := coverage.WriteMetaDir(name + ".cov"); err != nil {
			log.Fatal(err)
		}
		if err := coverage.WriteCountersDir(name + ".cov"); err != nil {
			log.Fatal(err)
		}
	}
}
