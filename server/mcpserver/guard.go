package mcpserver

import (
	"context"
	"runtime/debug"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"jezero/server"
)

// guard stands around every request: it sets the deadline, turns a panic into
// an internal error (the SDK would let it end the process), and logs what was
// called by whom and for how long, never with what.
func (s *service) guard(timeout time.Duration) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
			ctx, cancel := context.WithTimeout(ctx, timeout)
			defer cancel()
			start := time.Now()
			defer func() {
				log := s.log.With("method", knownMethod(method), "tool", toolOf(req), "caller", server.CallerFrom(ctx).Name)
				if p := recover(); p != nil {
					// The panic's value may hold input; its place cannot.
					log.Error("mcp call panicked", "stack", string(debug.Stack()))
					res, err = nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
					return
				}
				log.Debug("mcp call", "ms", time.Since(start).Milliseconds(), "failed", err != nil)
			}()
			if call, ok := req.(*mcp.CallToolRequest); ok && call.Params != nil {
				if toolOf(req) == "" {
					return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: unknownTool}
				}
			}
			return next(ctx, method, req)
		}
	}
}

// knownMethod keeps a caller's own words out of the log.
func knownMethod(m string) string {
	switch m {
	case "initialize", "ping", "tools/list", "tools/call", "server/discover", "notifications/initialized", "notifications/cancelled":
		return m
	}
	return "other"
}

// toolOf names the tool that a request calls: one of the five, else "".
func toolOf(req mcp.Request) string {
	if call, ok := req.(*mcp.CallToolRequest); ok && call.Params != nil {
		for _, n := range toolNames {
			if n == call.Params.Name {
				return n
			}
		}
	}
	return ""
}
