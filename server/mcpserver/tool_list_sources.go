package mcpserver

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"jezero/server"
)

var listSourcesTool = mcp.Tool{
	Name:        "list_sources",
	Title:       "Sources in the memory",
	Description: "The sources this key may read, with how many items each holds and how new the newest is. A source is a connector: one agent on one computer.",
}

type listSourcesArgs struct{}

type sourceRow struct {
	Name   string `json:"name" jsonschema:"the source, as search and timeline take it"`
	Items  int    `json:"items" jsonschema:"how many items it holds"`
	Newest string `json:"newest" jsonschema:"end of its newest session, RFC 3339 in UTC; empty when not known"`
}

type listSourcesResult struct {
	Sources []sourceRow `json:"sources" jsonschema:"in order of name"`
}

func (s *service) listSources(ctx context.Context, sc server.Scope, _ listSourcesArgs) (*listSourcesResult, error) {
	infos, err := s.reader.Sources(ctx, sc)
	if err != nil {
		return nil, err
	}
	out := &listSourcesResult{Sources: make([]sourceRow, 0, len(infos))}
	for _, i := range infos {
		out.Sources = append(out.Sources, sourceRow{Name: i.Name, Items: i.Items, Newest: stamp(i.Newest)})
	}
	return out, nil
}

func (r *listSourcesResult) redact(f func(string) string) {
	for i := range r.Sources {
		r.Sources[i].Name = f(r.Sources[i].Name)
	}
}

// fit cuts nothing: a row is a name the owner chose, and half a list would
// read as the whole.
func (r *listSourcesResult) fit() (string, error) { return encode(r) }
