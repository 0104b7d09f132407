package mcpserver

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// The SDK checks arguments against the schema as well, but what it then says
// repeats them, in Go's terms. So they are checked before.

// checkArguments says what the caller can mend, in words of the schema alone:
// neither a value nor a name of the caller's is repeated.
func checkArguments(tool string, in *jsonschema.Schema, raw json.RawMessage) error {
	takes := tool + " takes " + describe(in)
	var args map[string]json.RawMessage
	if len(raw) > 0 && json.Unmarshal(raw, &args) != nil {
		return badArgument("bad arguments: they must be one object; " + takes)
	}
	for _, name := range in.Required {
		if _, ok := args[name]; !ok {
			return badArgument("bad arguments: " + name + " is missing; " + takes)
		}
	}
	for _, name := range names(in) {
		v, ok := args[name]
		if !ok {
			continue
		}
		delete(args, name)
		switch t := in.Properties[name].Type; {
		case t == "integer" && !isInteger(v):
			return badArgument("bad arguments: " + name + " must be a whole number, without quotes; leave it out when there is none")
		case t == "string" && v[0] != '"':
			return badArgument("bad arguments: " + name + " must be a string; leave it out when there is none")
		}
	}
	if len(args) > 0 {
		return badArgument("bad arguments: one of them is unknown; " + takes)
	}
	return nil
}

// isInteger reports whether a JSON value is a whole number that an int holds.
func isInteger(v json.RawMessage) bool {
	f, err := strconv.ParseFloat(string(v), 64)
	return err == nil && f == float64(int32(f))
}

// describe lists what a tool takes.
func describe(in *jsonschema.Schema) string {
	list := names(in)
	if len(list) == 0 {
		return "none"
	}
	for i, name := range list {
		if !slices.Contains(in.Required, name) {
			list[i] = "[" + name + "]"
		}
	}
	return strings.Join(list, ", ")
}

// names are the arguments' names in the order of the schema.
func names(in *jsonschema.Schema) []string { return slices.Clone(in.PropertyOrder) }
