package web

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// readyFor is how long an answer about readiness holds. Everyone may ask, and
// asking the library may be dear.
const readyFor = 2 * time.Second

// readiness is the last answer.
type readiness struct {
	mu sync.Mutex
	at time.Time
	ok bool
}

func (h *handler) healthz(w http.ResponseWriter, r *http.Request) {
	if !h.isReady() {
		refuse(w, http.StatusServiceUnavailable, "the library cannot be read")
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

func (h *handler) isReady() bool {
	if h.Ready == nil {
		return true
	}
	h.ready.mu.Lock()
	defer h.ready.mu.Unlock()
	if time.Since(h.ready.at) < readyFor {
		return h.ready.ok
	}
	// Not the request's context: others wait for this answer too.
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	err := h.Ready(ctx)
	if err != nil {
		h.Logger.Error("not ready", "error", err)
	}
	h.ready.ok, h.ready.at = err == nil, time.Now()
	return h.ready.ok
}
