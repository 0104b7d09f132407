package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"jezero/server/config"
	"jezero/server/health"
	"jezero/server/sqlite"
)

// Health says of every enabled connector whether it still brings sessions.
func (l *Library) Health(ctx context.Context, now time.Time) (health.Report, error) {
	var names []string
	for _, c := range l.connectors {
		if c.Enabled {
			names = append(names, c.Name)
		}
	}
	r, err := l.Reader()
	switch {
	case errors.Is(err, sqlite.ErrNoLibrary):
		return health.Check(ctx, nil, names, l.Config.Health.MaxSilence, now)
	case err != nil:
		return unreadable(names, err, now), ctx.Err()
	}
	defer r.Close()
	report, err := health.Check(ctx, r, names, l.Config.Health.MaxSilence, now)
	if err != nil {
		return unreadable(names, err, now), ctx.Err()
	}
	return report, nil
}

// unreadable is the report where the library cannot be read: nobody can say
// that a connector is well, and whoever waits for alerts must hear of it.
func unreadable(names []string, err error, now time.Time) health.Report {
	r := health.Report{At: now.UTC(), Connectors: []health.Connector{}}
	for _, n := range names {
		r.Connectors = append(r.Connectors, health.Connector{Name: n, State: health.Failing, What: err.Error()})
	}
	return r
}

// Tell sends what the report makes necessary to the addresses that [health]
// names. sent is the number of alerts. A variable that is named and not set is
// an error, after everything else was tried: silence must not look like health.
func (l *Library) Tell(ctx context.Context, r health.Report) (sent int, err error) {
	h := &l.Config.Health
	var missing []error
	value := func(key, name string) string {
		if name == "" {
			return ""
		}
		v := l.Config.Getenv(name)
		if v == "" {
			missing = append(missing, fmt.Errorf("[health] %s names %s, which is not set: set it, or put it into %s", key, name, config.DotEnv(l.Config.Path)))
		}
		return v
	}
	m := health.Messenger{
		Webhook:    value("alert_webhook_env", h.AlertWebhookEnv),
		Heartbeat:  value("heartbeat_url_env", h.HeartbeatURLEnv),
		Realert:    h.Realert,
		MaxSilence: h.MaxSilence,
		StatePath:  l.Config.Server.Database + ".alerts",
	}
	sent, err = m.Tell(ctx, r)
	return sent, errors.Join(append(missing, err)...)
}
