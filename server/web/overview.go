package web

import (
	"net/http"
	"sort"
	"time"

	"jezero/server"
)

// overviewAnswer is GET /api/v1/overview: counts of what the caller may see.
type overviewAnswer struct {
	Items    int              `json:"items"`
	Sources  []overviewSource `json:"sources"`
	Projects map[string]int   `json:"projects"`
	Oldest   string           `json:"oldest,omitempty"` // RFC 3339, UTC
	Newest   string           `json:"newest,omitempty"`
}

type overviewSource struct {
	Name   string `json:"name"`
	Items  int    `json:"items"`
	Newest string `json:"newest,omitempty"`
}

func (h *handler) overview(w http.ResponseWriter, r *http.Request) {
	scope := server.CallerFrom(r.Context()).Scope
	o, err := h.Reader.Overview(r.Context(), scope)
	if err != nil {
		h.Logger.Error("overview failed", "error", err)
		refuse(w, http.StatusServiceUnavailable, "the library cannot be read")
		return
	}
	sources := o.Sources
	if sources == nil {
		if sources, err = h.Reader.Sources(r.Context(), scope); err != nil {
			h.Logger.Error("overview failed", "error", err)
			refuse(w, http.StatusServiceUnavailable, "the library cannot be read")
			return
		}
	}
	a := overviewAnswer{Items: o.Items, Sources: []overviewSource{}, Projects: map[string]int{}, Oldest: stamp(o.Oldest), Newest: stamp(o.Newest)}
	for _, s := range sources {
		a.Sources = append(a.Sources, overviewSource{Name: h.Redact(s.Name), Items: s.Items, Newest: stamp(s.Newest)})
	}
	sort.Slice(a.Sources, func(i, j int) bool { return a.Sources[i].Name < a.Sources[j].Name })
	for name, n := range o.Projects {
		a.Projects[h.Redact(name)] += n
	}
	writeJSON(w, http.StatusOK, a)
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
