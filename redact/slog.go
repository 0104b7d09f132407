package redact

import (
	"context"
	"log/slog"
)

// Handler is a slog.Handler that redacts messages and attributes before the
// next handler sees them. An attribute whose key holds a secret is replaced
// whole; an error or a fmt.Stringer is written as text first.
type Handler struct {
	next slog.Handler
	r    *Redactor
}

// NewHandler returns a Handler in front of next.
func NewHandler(next slog.Handler, r *Redactor) *Handler { return &Handler{next, r} }

// Enabled asks the next handler.
func (h *Handler) Enabled(ctx context.Context, l slog.Level) bool { return h.next.Enabled(ctx, l) }

// Handle redacts the record and passes it on.
func (h *Handler) Handle(ctx context.Context, rec slog.Record) error {
	out := slog.NewRecord(rec.Time, rec.Level, h.r.String(rec.Message), rec.PC)
	rec.Attrs(func(a slog.Attr) bool {
		out.AddAttrs(h.attr(a))
		return true
	})
	return h.next.Handle(ctx, out)
}

// WithAttrs redacts the attributes once.
func (h *Handler) WithAttrs(as []slog.Attr) slog.Handler {
	red := make([]slog.Attr, len(as))
	for i, a := range as {
		red[i] = h.attr(a)
	}
	return &Handler{h.next.WithAttrs(red), h.r}
}

// WithGroup opens a group in the next handler.
func (h *Handler) WithGroup(name string) slog.Handler {
	return &Handler{h.next.WithGroup(h.r.String(name)), h.r}
}

func (h *Handler) attr(a slog.Attr) slog.Attr {
	v := a.Value.Resolve()
	if v.Kind() == slog.KindGroup {
		as := v.Group()
		red := make([]slog.Attr, len(as))
		for i, g := range as {
			red[i] = h.attr(g)
		}
		return slog.Attr{Key: a.Key, Value: slog.GroupValue(red...)}
	}
	holds := wholeUnder([]byte(a.Key))
	switch v.Kind() {
	case slog.KindString, slog.KindAny:
		text := v.String() // a KindAny value is formatted as fmt would
		if holds && text != "" && !keepsValue([]byte(text)) {
			return slog.String(a.Key, string(h.r.e.AppendPlaceholder(nil, "", kindOfName([]byte(a.Key)))))
		}
		red := h.r.String(text)
		if v.Kind() == slog.KindAny && red == text {
			return a
		}
		return slog.String(a.Key, red)
	case slog.KindInt64, slog.KindUint64, slog.KindFloat64:
		if numberIsSecret([]byte(a.Key), []byte(v.String())) {
			return slog.String(a.Key, string(h.r.e.AppendPlaceholder(nil, "", kindOfName([]byte(a.Key)))))
		}
	}
	return slog.Attr{Key: a.Key, Value: v}
}
