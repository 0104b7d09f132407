//go:build !linux

package command_test

import "github.com/rogpeppe/go-internal/testscript"

// startSecretService sets the variable to nothing: other systems have a keychain
// of another kind, and only one for all.
func startSecretService(ts *testscript.TestScript, neg bool, args []string) {
	ts.Setenv(args[0], "")
}
