package mcpserver

import (
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// schemaOf infers T's schema as the SDK would, but for one thing: what Go
// could leave nil is not declared as nullable. No tool returns null, and a
// union of types is where clients stumble.
func schemaOf[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic("mcpserver: internal error: " + err.Error()) // the types are our own
	}
	dropNull(s)
	return s
}

func dropNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	s.Types = slices.DeleteFunc(s.Types, func(t string) bool { return t == "null" })
	if len(s.Types) == 1 {
		s.Type, s.Types = s.Types[0], nil
	}
	for _, p := range s.Properties {
		dropNull(p)
	}
	dropNull(s.Items)
}
