//go:build plan

package prefilter

// The generator is built without the tables that it is about to write: they may
// not fit the code any more.
var prepared *tables
