package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"jezero/server"
)

// toolNames are the five tools, exactly; what writes is a command for people
// on the server, never a tool.
var toolNames = []string{"search", "get_item", "timeline", "later", "list_sources"}

func (s *service) addTools(m *mcp.Server) {
	addTool(m, s, searchTool, s.search)
	addTool(m, s, getItemTool, s.getItem)
	addTool(m, s, timelineTool, s.timeline)
	addTool(m, s, laterTool, s.later)
	addTool(m, s, listSourcesTool, s.listSources)
}

// addTool is the only way a tool gets in: it sets the annotations all five
// share, and lets a result out through output.go alone.
func addTool[In any, Out output](m *mcp.Server, s *service, t mcp.Tool, h func(context.Context, server.Scope, In) (Out, error)) {
	takes := schemaOf[In]()
	t.InputSchema, t.OutputSchema = takes, schemaOf[Out]()
	no := false
	t.Annotations = &mcp.ToolAnnotations{
		Title:           t.Title,
		ReadOnlyHint:    true,
		IdempotentHint:  true,
		DestructiveHint: &no,
		OpenWorldHint:   &no,
	}
	// The SDK's own check of arguments repeats them in what it says.
	m.AddTool(&t, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res := &mcp.CallToolResult{}
		text, err := answerTool(ctx, s, t.Name, takes, req.Params.Arguments, h)
		if err != nil {
			res.SetError(s.toolError(ctx, t.Name, err))
			return res, nil
		}
		res.Content = []mcp.Content{&mcp.TextContent{Text: text}}
		res.StructuredContent = json.RawMessage(text)
		return res, nil
	})
}

// answerTool is a tool's answer as JSON.
func answerTool[In any, Out output](ctx context.Context, s *service, tool string, takes *jsonschema.Schema, arguments json.RawMessage, h func(context.Context, server.Scope, In) (Out, error)) (string, error) {
	var in In
	if err := checkArguments(tool, takes, arguments); err != nil {
		return "", err
	}
	if len(arguments) > 0 && json.Unmarshal(arguments, &in) != nil {
		return "", badArgument("bad arguments; " + tool + " takes " + describe(takes))
	}
	out, err := h(ctx, server.CallerFrom(ctx).Scope, in)
	if err != nil {
		return "", err
	}
	return s.release(out)
}

// badArgument is an error that the caller can mend, told as it is.
type badArgument string

func (e badArgument) Error() string { return string(e) }

// toolError says to the caller what it can do about err; the rest goes to the
// operator's log.
func (s *service) toolError(ctx context.Context, tool string, err error) error {
	var bad badArgument
	switch {
	case errors.As(err, &bad):
		return bad
	case errors.Is(err, context.DeadlineExceeded), errors.Is(ctx.Err(), context.DeadlineExceeded):
		s.log.Warn("mcp call ran out of time", "tool", tool, "caller", server.CallerFrom(ctx).Name)
		return errors.New("this took too long: ask with fewer or rarer words, or with a project, source, since or until")
	case errors.Is(err, context.Canceled):
		return errors.New("the call was cancelled")
	}
	s.log.Error("mcp call failed", "tool", tool, "caller", server.CallerFrom(ctx).Name, "error", err)
	if errors.Is(err, server.ErrDamagedIndex) {
		return errors.New("the memory's search index is damaged: its owner runs `jezero vacuum`, which mends it; until then timeline and get_item answer")
	}
	return errors.New("the memory could not be read just now; try once more, then go on without it")
}

// release redacts out once more, cuts it to its size and returns its JSON.
func (s *service) release(out output) (string, error) {
	out.redact(s.redactor.String)
	return out.fit()
}

// encode is JSON without the escapes for HTML, which cost tokens and help
// nobody here.
func encode(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}
