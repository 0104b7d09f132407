package main

import (
	"os"
	"testing"
)

// TestGenerated fails when an issuer file came or went without go generate.
func TestGenerated(t *testing.T) {
	names, err := issuers("../..")
	if err != nil {
		t.Fatal(err)
	}
	want, err := Source(names)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../all_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("all_gen.go is out of date: run go generate ./redact/rules")
	}
}
