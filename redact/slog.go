package redact

import (
	"context"
	"encoding"
	"fmt"
	"log/slog"
	"reflect"
)

// Handler is a slog.Handler that redacts messages and attributes before the
// next handler sees them. An attribute whose key holds a secret is replaced
// whole. Errors, fmt.Stringers, encoding.TextMarshalers and slices of bytes are
// judged by their text, and written as that when it changes.
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
	holds := h.r.underKey([]byte(a.Key))
	switch v.Kind() {
	case slog.KindString, slog.KindAny:
		text := textOf(v)
		if holds && text != "" && !keepsValue([]byte(text)) {
			return slog.String(a.Key, string(h.r.e.AppendPlaceholder(nil, "", kindOfName([]byte(a.Key)))))
		}
		red := h.r.String(text)
		if v.Kind() == slog.KindAny && red == text {
			if again := v.String(); again != text && h.r.String(again) != again {
				return slog.String(a.Key, h.r.String(again)) // what fmt shows, a handler may show too
			}
			return a
		}
		return slog.String(a.Key, red)
	case slog.KindInt64, slog.KindUint64, slog.KindFloat64:
		if h.r.numberUnderKey([]byte(a.Key), []byte(v.String())) {
			return slog.String(a.Key, string(h.r.e.AppendPlaceholder(nil, "", kindOfName([]byte(a.Key)))))
		}
	}
	return slog.Attr{Key: a.Key, Value: v}
}

// textOf is the text of a string or any value, as handlers write it: the text
// of what can marshal it, the bytes of a slice, and what fmt makes of the rest.
func textOf(v slog.Value) (text string) {
	if v.Kind() != slog.KindAny {
		return v.String()
	}
	defer func() {
		if recover() != nil {
			text = v.String() // fmt guards against the methods of a nil pointer
		}
	}()
	switch x := v.Any().(type) {
	case encoding.TextMarshaler:
		if b, err := x.MarshalText(); err == nil {
			return string(b)
		}
	case error:
		return x.Error()
	case fmt.Stringer:
		return x.String()
	case nil:
	default:
		if r := reflect.ValueOf(x); r.Kind() == reflect.Slice && r.Type().Elem().Kind() == reflect.Uint8 {
			return string(r.Bytes())
		}
	}
	return v.String()
}
