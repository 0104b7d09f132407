// Package web is the server's outside: one handler that checks Host and
// Origin, then the key, and then serves the MCP endpoint, the inbox, the
// overview, the public client bundle and a sign of life.
//
// Start with New. Paths are compared as they came over the wire: nothing is
// decoded, cleaned or redirected, so that no two spellings name one thing.
package web

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"time"

	"jezero/server"
	"jezero/server/keys"
)

// Options is what a handler is made of. Ring is required; a route whose part
// is missing answers 404.
type Options struct {
	Ring        func() *keys.Ring // the keys as they are now
	RequireAuth bool

	Host         string // [server] host
	Port         int    // [server] port; 0 when not known
	AllowedHosts []string
	PublicURL    string

	MCP    http.Handler  // gets the caller by server.CallerFrom
	Reader server.Reader // for the overview
	Inbox  *Inbox
	Bundle *Bundle
	// Ready is asked by /healthz, at most once per readyFor however many ask;
	// nil is always ready.
	Ready func(context.Context) error
	// Redact is the last look at names before they leave; nil changes nothing.
	Redact func(string) string
	Logger *slog.Logger // nil is silent
}

// New returns the handler for every request of a server.
func New(o Options) http.Handler {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Redact == nil {
		o.Redact = func(s string) string { return s }
	}
	return &handler{Options: o, guard: newGuard(o.Host, o.Port, o.AllowedHosts, o.PublicURL)}
}

type handler struct {
	Options
	guard *guard
	ready readiness
}

// route is one thing that is served.
type route struct {
	name    string
	methods []string
	key     keyRule
	serve   func(http.ResponseWriter, *http.Request)
}

type keyRule int

const (
	keyNever     keyRule = iota // public
	keyIfAuth                   // unless require_auth is off
	keyAlways                   // whatever require_auth says (JZ-95)
	inboxPrefix  = "/inbox/v1/"
	clientPrefix = "/client/"
	bundlePath   = clientPrefix + "jezero-client.tar.gz"
	overviewPath = "/api/v1/overview"
)

// find returns the route of a raw request target, without the query.
func (h *handler) find(path string) (route, bool) {
	switch {
	case path == "/mcp" && h.MCP != nil:
		return route{"mcp", []string{"POST", "GET", "DELETE"}, keyIfAuth, h.mcp}, true
	case strings.HasPrefix(path, inboxPrefix) && h.Inbox != nil:
		return route{"inbox", []string{"PUT"}, keyAlways, h.Inbox.serve}, true
	case path == overviewPath && h.Reader != nil:
		return route{"overview", []string{"GET", "HEAD"}, keyIfAuth, h.overview}, true
	case path == bundlePath && h.Bundle != nil:
		return route{"bundle", []string{"GET", "HEAD"}, keyNever, h.Bundle.serve}, true
	case strings.HasPrefix(path, clientPrefix) && h.Bundle != nil:
		return route{"client", []string{"GET", "HEAD"}, keyNever, func(w http.ResponseWriter, r *http.Request) {
			h.Bundle.serveFile(w, r, path[len(clientPrefix):], h.address(r))
		}}, true
	case path == "/healthz":
		return route{"healthz", []string{"GET", "HEAD"}, keyNever, h.healthz}, true
	}
	return route{}, false
}

// ServeHTTP is the order of everything: host, origin, route, method, key.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rec := &recorder{ResponseWriter: w}
	start := time.Now()
	entry := &logEntry{route: "none"}
	r = bound(rec, r)
	// What the server itself still has to send when this returns, too.
	defer rec.extend()
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p)
			}
			h.panicked(rec, entry, p)
		}
		h.log(r, rec, entry, time.Since(start))
	}()
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	if len(r.TransferEncoding) > 0 {
		// There may have been a Content-Length as well, which net/http drops
		// unseen. A proxy in front that went by it would take what follows for
		// another request than we do, so nothing may follow (RFC 9112, 6.1).
		header.Set("Connection", "close")
	}

	if !h.guard.check(rec, r) {
		return
	}
	path, query, ok := target(r.RequestURI)
	if !ok {
		refuse(rec, http.StatusBadRequest, "the request target must be a path")
		return
	}
	var ring *keys.Ring // none knows no key
	if h.Ring != nil {
		ring = h.Ring()
	}
	known := func(key string) bool { _, ok := ring.Lookup(key); return ok }
	if query != "" && keyInQuery(query, known) {
		unauthorized(rec, "a key does not belong into a URL, where logs and histories keep it; send it as Authorization: Bearer, and replace this one")
		return
	}
	rt, ok := h.find(path)
	if !ok {
		refuse(rec, http.StatusNotFound, "there is nothing here")
		return
	}
	entry.route = rt.name
	if !contains(rt.methods, r.Method) {
		header.Set("Allow", strings.Join(rt.methods, ", "))
		refuse(rec, http.StatusMethodNotAllowed, "this route does not know that method")
		return
	}
	if rt.key != keyNever {
		caller, key, ok := h.caller(rec, r, rt.key, ring)
		if !ok {
			return
		}
		entry.client = caller.Name
		ctx := server.WithCaller(r.Context(), caller)
		r = r.WithContext(context.WithValue(ctx, uploadsKey{}, func() bool {
			now, ok := h.Ring().Lookup(key)
			return ok && now.Name == caller.Name && now.Upload
		}))
	}
	// Nothing behind the guard sees a key.
	r.Header.Del("Authorization")
	r.Header.Del("X-Api-Key")
	rt.serve(rec, r)
}

// uploadsKey is under which a request carries whether its key may upload now.
// A file may take half an hour to arrive, and a key that is revoked meanwhile
// stores nothing any more (JZ-73).
type uploadsKey struct{}

func mayUploadNow(ctx context.Context) bool {
	f, ok := ctx.Value(uploadsKey{}).(func() bool)
	return ok && f()
}

// caller establishes who is asking, and by which key, or answers 401.
func (h *handler) caller(w http.ResponseWriter, r *http.Request, rule keyRule, ring *keys.Ring) (c server.Caller, key string, ok bool) {
	key, ok = presented(r)
	if !ok {
		unauthorized(w, "send exactly one key, as Authorization: Bearer")
		return c, "", false
	}
	if rule == keyIfAuth && !h.RequireAuth {
		return local, "", true
	}
	if key == "" {
		unauthorized(w, "a key is needed, as Authorization: Bearer")
		return c, "", false
	}
	if c, ok = ring.Lookup(key); !ok {
		unauthorized(w, "that key is not known here")
		return c, "", false
	}
	return c, key, true
}

// target takes a raw request target apart. Only the origin form is accepted:
// this server is no proxy.
func target(uri string) (path, query string, ok bool) {
	if uri == "" || uri[0] != '/' {
		return "", "", false
	}
	path, query, _ = strings.Cut(uri, "?")
	return path, query, true
}

// address is this server's, as the client of a request called it: public_url
// where that is its host, else plain HTTP at the name that was used.
func (h *handler) address(r *http.Request) string {
	if u, err := url.Parse(h.PublicURL); err == nil && u.Host != "" && (strings.EqualFold(u.Host, r.Host) || strings.EqualFold(u.Hostname(), r.Host)) {
		return h.PublicURL
	}
	return "http://" + r.Host
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}

func (h *handler) mcp(w http.ResponseWriter, r *http.Request) { h.MCP.ServeHTTP(w, r) }

// refuse answers with a reason in JSON. Reasons are fixed texts: nothing of
// the request is repeated.
func refuse(w http.ResponseWriter, status int, why string) {
	writeJSON(w, status, map[string]string{"error": why})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic("web: internal error: an answer cannot be encoded")
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	w.Write(append(b, '\n'))
}

// panicked turns a panic of a handler into 500. The value may hold what was
// being worked on, so only its type and the place are logged.
func (h *handler) panicked(w *recorder, e *logEntry, p any) {
	buf := make([]byte, 16<<10)
	buf = buf[:runtime.Stack(buf, false)]
	h.Logger.Error("handler panicked", "route", e.route, "type", typeName(p), "stack", stackPlaces(buf))
	if w.status == 0 {
		refuse(w, http.StatusInternalServerError, "internal error")
		return
	}
	panic(http.ErrAbortHandler) // the answer has begun; cut it off
}
