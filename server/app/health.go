package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"jezero/server/sqlite"
)

// Health of one connector.
type Health struct {
	Connector   string
	State       State
	What        string // why it is not good
	LastRun     time.Time
	LastSuccess time.Time
}

// State is how a connector is.
type State string

// The states, the good one first.
const (
	Good    State = "good"
	Never   State = "never ran"
	Failing State = "failing" // the last run recorded an error; JZ-176
	Stale   State = "stale"   // no success for max_silence_hours; JZ-175
)

// Health says of every enabled connector whether it still brings sessions.
func (l *Library) Health(ctx context.Context, now time.Time) ([]Health, error) {
	r, err := l.Reader()
	if err != nil && !errors.Is(err, sqlite.ErrNoLibrary) {
		return nil, err
	}
	if r != nil {
		defer r.Close()
	}
	list := []Health{}
	for _, c := range l.connectors {
		if !c.Enabled {
			continue
		}
		h := Health{Connector: c.Name, State: Never, What: "run: jezero run " + c.Name}
		if r != nil {
			if err := l.judge(ctx, r, &h, now); err != nil {
				return nil, err
			}
		}
		list = append(list, h)
	}
	return list, nil
}

func (l *Library) judge(ctx context.Context, r *sqlite.Reader, h *Health, now time.Time) error {
	last, ran, err := r.LastRun(ctx, h.Connector)
	if err != nil || !ran {
		return err
	}
	success, worked, err := r.LastSuccess(ctx, h.Connector)
	if err != nil {
		return err
	}
	h.LastRun = last.EndedAt
	if worked {
		h.LastSuccess = success.EndedAt
	}
	silence := now.Sub(h.LastSuccess)
	switch {
	case last.Error != "":
		h.State, h.What = Failing, last.Error
	case silence > l.Config.Health.MaxSilence:
		h.State = Stale
		h.What = fmt.Sprintf("no run for %d hours: does anything start \"jezero run --due\"?", int(silence.Hours()))
	default:
		h.State, h.What = Good, ""
	}
	return nil
}
