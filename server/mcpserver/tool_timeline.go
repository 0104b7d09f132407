package mcpserver

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"jezero/server"
)

var timelineTool = mcp.Tool{
	Name:  "timeline",
	Title: "Newest items",
	Description: "The newest items, newest first, of everything or of one project or source: what was worked on lately. " +
		"To go further back, call again with until set to the ended_at of the last item.",
}

type timelineArgs struct {
	Project string `json:"project,omitempty" jsonschema:"only this project, exactly as hits show it"`
	Source  string `json:"source,omitempty" jsonschema:"only this source, exactly as list_sources shows it"`
	Since   string `json:"since,omitempty" jsonschema:"only sessions that ended on or after this date (2026-03-31) or RFC 3339 time, UTC"`
	Until   string `json:"until,omitempty" jsonschema:"only sessions that ended on or before this date or RFC 3339 time, UTC"`
	Limit   int    `json:"limit,omitempty" jsonschema:"how many items, 1 to 50; 5 when left out"`
}

func (s *service) timeline(ctx context.Context, sc server.Scope, a timelineArgs) (*hitsResult, error) {
	q, err := query("", a.Project, a.Source, a.Since, a.Until, a.Limit)
	if err != nil {
		return nil, err
	}
	hits, err := s.reader.Timeline(ctx, sc, q)
	if err != nil {
		return nil, err
	}
	return &hitsResult{Items: newHits(hits), size: sizeFor(q.Limit)}, nil
}
