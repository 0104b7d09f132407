package web

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

// How long a request may take to arrive. A client that sends nothing for
// bodyIdle, or is not done after bodyTotal, is cut off: it would hold a
// connection and its memory for as long as it likes.
const bodyTotal = 30 * time.Minute

var (
	bodyIdle = 30 * time.Second // shorter in tests
	// writeIdle is how long one piece of an answer may wait for a client that
	// does not read: even the client bundle, which is public.
	writeIdle = 30 * time.Second
)

// bound returns the request with a deadline on its body. It moves with every
// piece that arrives and goes when the body has ended, because from then on the
// server itself reads ahead on the connection and would take a deadline for a
// client that hung up.
//
// The request that came stays as it was: net/http knows by its body whether a
// client waits to be told to go on (Expect: 100-continue), and answers a refusal
// at once only then.
func bound(w http.ResponseWriter, r *http.Request) *http.Request {
	if r.Body == nil || r.Body == http.NoBody {
		return r
	}
	b := &boundedBody{ReadCloser: r.Body, control: http.NewResponseController(w), end: time.Now().Add(bodyTotal)}
	b.extend()
	r = r.WithContext(r.Context())
	r.Body = b
	return r
}

type boundedBody struct {
	io.ReadCloser
	control *http.ResponseController
	end     time.Time
	done    bool
}

func (b *boundedBody) extend() {
	at := time.Now().Add(bodyIdle)
	if at.After(b.end) {
		at = b.end
	}
	b.set(at)
}

// set ignores writers without a connection (tests that use a recorder).
func (b *boundedBody) set(at time.Time) {
	if err := b.control.SetReadDeadline(at); err != nil && !errors.Is(err, http.ErrNotSupported) && !errors.Is(err, os.ErrNoDeadline) {
		b.done = true
	}
}

func (b *boundedBody) Read(p []byte) (int, error) {
	if !b.done {
		b.extend()
	}
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) && !b.done {
		b.done = true
		b.set(time.Time{})
	}
	return n, err
}
