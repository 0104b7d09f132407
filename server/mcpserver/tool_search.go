package mcpserver

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"jezero/server"
)

var searchTool = mcp.Tool{
	Name:  "search",
	Title: "Search the memory",
	Description: "Search earlier coding-agent sessions: what was asked, decided, changed and learned. " +
		"Words are matched as written: first all of them, then any; \"quoted words\" as a phrase, word* as a prefix. " +
		"Use words the session would have used (file and function names, error texts, decisions). " +
		"Best hits first, with passages around the matching words. " +
		"Check a hit with later before relying on it, read it whole with get_item, cite it as [id].",
}

type searchArgs struct {
	Query   string `json:"query" jsonschema:"words to look for; names of files, functions and errors work best"`
	Project string `json:"project,omitempty" jsonschema:"only this project, exactly as hits show it"`
	Source  string `json:"source,omitempty" jsonschema:"only this source, exactly as list_sources shows it"`
	Since   string `json:"since,omitempty" jsonschema:"only sessions that ended on or after this date (2026-03-31) or RFC 3339 time, UTC"`
	Until   string `json:"until,omitempty" jsonschema:"only sessions that ended on or before this date or RFC 3339 time, UTC"`
	Limit   int    `json:"limit,omitempty" jsonschema:"how many hits, 1 to 50; 5 when left out"`
}

// hitsResult is what search and timeline return.
type hitsResult struct {
	Items []hit `json:"items" jsonschema:"the hits, in order"`
	More  bool  `json:"more,omitempty" jsonschema:"true when hits were left off to keep the answer short"`

	words []string
	size  int
}

func (s *service) search(ctx context.Context, sc server.Scope, a searchArgs) (*hitsResult, error) {
	if strings.TrimSpace(a.Query) == "" {
		return nil, badArgument("query is empty: give words to look for, or call timeline for the newest items")
	}
	q, err := query(a.Query, a.Project, a.Source, a.Since, a.Until, a.Limit)
	if err != nil {
		return nil, err
	}
	hits, err := s.reader.Search(ctx, sc, q)
	if err != nil {
		return nil, err
	}
	return &hitsResult{Items: newHits(hits), words: words(a.Query), size: sizeFor(q.Limit)}, nil
}

// query checks the arguments that search and timeline share.
func query(text, project, source, since, until string, limit int) (q server.Query, err error) {
	q = server.Query{Text: text, Project: strings.TrimSpace(project), Source: strings.TrimSpace(source)}
	for _, t := range []struct{ name, value string }{{"query", text}, {"project", project}, {"source", source}} {
		if err := checkText(t.name, t.value); err != nil {
			return q, err
		}
	}
	if q.Limit, err = checkLimit(limit); err != nil {
		return q, err
	}
	q.Since, q.Until, err = checkRange(since, until)
	return q, err
}

// words are the query's words as passages are searched for them.
func words(query string) []string {
	return strings.FieldsFunc(strings.ToLower(query), func(r rune) bool {
		return r == '"' || r == '*' || r == ' ' || r == '\t' || r == '\n' || r == '\r'
	})
}

func (r *hitsResult) redact(f func(string) string) {
	for i := range r.Items {
		r.Items[i].redact(f)
	}
}

func (r *hitsResult) fit() (text string, err error) {
	r.Items, r.More, text, err = fitHits(r.Items, r.words, r.size, func(hs []hit, more bool) (string, error) {
		return encode(&hitsResult{Items: hs, More: more})
	})
	return text, err
}
