// Package mcpserver serves the memory to agents over MCP: Streamable HTTP,
// stateless, JSON answers, five read-only tools. Start with New.
//
// The handler stands behind the guard of server/web, which checks Host, Origin
// and key and puts the caller into the request's context; a request that comes
// without a caller sees an empty memory. A tool is one file, tool_<name>.go,
// and one line in tools.go.
package mcpserver

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"jezero/redact"
	"jezero/server"
)

// Options is what New needs.
type Options struct {
	Reader   server.Reader    // where items come from; required
	Redactor *redact.Redactor // the last look at every string that leaves; required
	Version  string           // jezero's version, as clients see it
	Logger   *slog.Logger     // nil: nothing is logged
	Timeout  time.Duration    // for one call; 0 means DefaultTimeout
}

// DefaultTimeout bounds one call. Requests of protocols before 2026-07-28 are
// not cancelled when their HTTP request ends, so that every call needs a bound.
const DefaultTimeout = 10 * time.Second

// maxRequest bounds a request's body in bytes: the longest query is far below.
const maxRequest = 256 << 10

// protocols are the versions spoken, newest first.
var protocols = []string{"2026-07-28", "2025-11-25", "2025-06-18"}

// service holds what the tools share. It has no state of its own: every answer
// comes from the reader.
type service struct {
	reader   server.Reader
	redactor *redact.Redactor
	log      *slog.Logger
}

// New returns the handler for /mcp. It panics without a Reader or a Redactor.
func New(o Options) http.Handler {
	if o.Reader == nil || o.Redactor == nil {
		panic("mcpserver: New needs a Reader and a Redactor")
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "jezero", Title: "jezero memory", Version: o.Version}, &mcp.ServerOptions{
		Instructions: instructions,
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
		SchemaCache:  mcp.NewSchemaCache(),
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
			c.CacheScope = "private" // what is behind a key must not enter a shared cache
		},
		SupportedProtocolVersions: protocols,
	})
	svc := &service{reader: o.Reader, redactor: o.Redactor, log: o.Logger}
	s.AddReceivingMiddleware(svc.guard(o.Timeout))
	svc.addTools(s)
	return plainErrors(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{
		Stateless:                    true,
		JSONResponse:                 true,
		MaxRequestBodyBytes:          maxRequest,
		PropagateRequestCancellation: true,
		// server/web checks Host and Origin for every route; the SDK's own
		// check would refuse a public name that a proxy hands on to loopback.
		DisableLocalhostProtection: true,
	}))
}
