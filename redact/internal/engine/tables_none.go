//go:build plan

package engine

import "jezero/redact/internal/scan"

// The generator is built without the tables that it is about to write: they may
// not fit the code any more.
var (
	prepared *tables
	anchors  []scan.Anchor
)
