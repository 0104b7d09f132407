package server

import "context"

// Caller is who presented a key, as the guard established it. Handlers behind
// the guard take it from the request's context and never look at the key.
type Caller struct {
	Name   string
	Scope  Scope
	Upload bool
}

type callerKey struct{}

// WithCaller returns a context that carries the caller.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerFrom returns the caller; without one the zero Caller, which sees nothing.
func CallerFrom(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}
