package mcpserver

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"jezero/server"
)

var laterTool = mcp.Tool{
	Name:  "later",
	Title: "Newer on the same subject",
	Description: "Newer items on the same subject as an item, each with why it is thought so: has what this item says been changed or undone since? " +
		"Call it before relying on an item. An empty list means nothing newer was found.",
}

type laterArgs struct {
	ID    string `json:"id" jsonschema:"the item's id"`
	Terms string `json:"terms,omitempty" jsonschema:"words that name the subject more closely; without them the item's own are used"`
	Limit int    `json:"limit,omitempty" jsonschema:"how many items, 1 to 50; 5 when left out"`
}

type laterResult struct {
	Found bool  `json:"found" jsonschema:"false when there is no such item"`
	Items []hit `json:"items" jsonschema:"newer items, most closely related first"`
	More  bool  `json:"more,omitempty" jsonschema:"true when items were left off to keep the answer short"`

	words []string
	size  int
}

func (s *service) later(ctx context.Context, sc server.Scope, a laterArgs) (*laterResult, error) {
	limit, err := checkLimit(a.Limit)
	if err != nil {
		return nil, err
	}
	if err := checkText("terms", a.Terms); err != nil {
		return nil, err
	}
	missing := &laterResult{Items: []hit{}, size: resultSize}
	id := citation(a.ID)
	if len(id) > maxText {
		return missing, nil
	}
	hits, err := s.reader.Later(ctx, sc, id, a.Terms, limit)
	if errors.Is(err, server.ErrNotFound) {
		return missing, nil
	}
	if err != nil {
		return nil, err
	}
	return &laterResult{Found: true, Items: newHits(hits), words: words(a.Terms), size: sizeFor(limit)}, nil
}

func (r *laterResult) redact(f func(string) string) {
	for i := range r.Items {
		r.Items[i].redact(f)
	}
}

func (r *laterResult) fit() (text string, err error) {
	r.Items, r.More, text, err = fitHits(r.Items, r.words, r.size, func(hs []hit, more bool) (string, error) {
		return encode(&laterResult{Found: r.Found, Items: hs, More: more})
	})
	return text, err
}
