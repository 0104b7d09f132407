package main

import (
	"os"
	"testing"
)

// TestPage fails when a rule changed and docs/rules.md did not.
func TestPage(t *testing.T) {
	got, err := os.ReadFile("../../../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != page() {
		t.Error("docs/rules.md is out of date: run go generate ./redact/rules")
	}
}
