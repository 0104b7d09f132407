package health

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"jezero/server/config"
)

// Messenger tells the outside how a check went. The URLs are secrets: they
// come from the environment and stand in no error.
type Messenger struct {
	Webhook   string // alerts go here; "" sends none
	Heartbeat string // pinged with every check; "" pings none
	// Realert is the least time between two alerts about one connector.
	Realert time.Duration
	// MaxSilence is how long a connector that never ran is left in peace.
	MaxSilence time.Duration
	// StatePath is a file that remembers when alerts went out.
	StatePath string
	Client    *http.Client // nil is one that gives up after ten seconds
}

// Alert is the body of a POST to the webhook, JSON. It names the connector and
// its state; errors and paths, which may say what someone works on, stay here.
type Alert struct {
	Text      string     `json:"text"` // one line for people; chat services show it
	Connector string     `json:"connector"`
	State     State      `json:"state"`
	At        time.Time  `json:"at"`
	LastGood  *time.Time `json:"last_success"`
}

// memory is the content of StatePath.
type memory struct {
	Alerted map[string]time.Time `json:"alerted"`
	Seen    map[string]time.Time `json:"seen"` // connectors that never ran: since when they are known
}

// Tell sends what the report makes necessary: the ping always (JZ-178), and an
// alert per connector that is not good and had none for Realert (JZ-177). It
// tries everything and returns all that failed. sent is the number of alerts.
func (m *Messenger) Tell(ctx context.Context, r Report) (sent int, err error) {
	var errs []error
	if m.Webhook != "" {
		sent, err = m.alerts(ctx, r)
		errs = append(errs, err)
	}
	if m.Heartbeat != "" {
		errs = append(errs, m.ping(ctx))
	}
	return sent, errors.Join(errs...)
}

// alerts holds a lock from reading the memory to writing it: two checks at the
// same time must not send the same alert twice.
func (m *Messenger) alerts(ctx context.Context, r Report) (sent int, err error) {
	if err := os.MkdirAll(filepath.Dir(m.StatePath), 0o700); err != nil {
		return 0, fmt.Errorf("making the folder for the memory of alerts: %w", err)
	}
	unlock, err := lock(m.StatePath + ".lock")
	if err != nil {
		return 0, fmt.Errorf("locking the memory of alerts: %w", err)
	}
	defer unlock()
	mem, err := m.remember()
	if err != nil {
		return 0, err
	}
	var errs []error
	for _, c := range r.Connectors {
		if !m.due(&mem, c, r.At) {
			continue
		}
		before, had := mem.Alerted[c.Name]
		// Remembered before it is sent: a crash in between must not lead to two.
		mem.Alerted[c.Name] = r.At
		if err := m.keep(mem); err != nil {
			return sent, errors.Join(append(errs, err)...)
		}
		notSent, err := m.alert(ctx, c, r.At)
		if err == nil {
			sent++
			continue
		}
		errs = append(errs, fmt.Errorf("alert about connector %q: %w", c.Name, err))
		if notSent {
			// It surely did not arrive, so the next check tries again.
			delete(mem.Alerted, c.Name)
			if had {
				mem.Alerted[c.Name] = before
			}
		}
	}
	return sent, errors.Join(append(errs, m.keep(mem))...)
}

// due reports whether an alert about the connector is to go out now.
func (m *Messenger) due(mem *memory, c Connector, now time.Time) bool {
	if c.State != Never {
		delete(mem.Seen, c.Name)
	}
	switch c.State {
	case Good:
		// The time of the last alert is kept: a connector that comes and goes
		// must not alert each time.
		return false
	case Never:
		since, known := mem.Seen[c.Name]
		if !known {
			mem.Seen[c.Name] = now
			since = now
		}
		if now.Sub(since) < m.MaxSilence {
			return false
		}
	}
	last, alerted := mem.Alerted[c.Name]
	// A time in the future is a clock that was set back.
	return !alerted || now.Sub(last) >= m.Realert || last.Sub(now) > m.Realert
}

func (m *Messenger) remember() (memory, error) {
	mem := memory{}
	text, err := os.ReadFile(m.StatePath)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return mem, fmt.Errorf("reading the memory of alerts: %w", err)
	default:
		if err := json.Unmarshal(text, &mem); err != nil {
			return mem, fmt.Errorf("the memory of alerts is damaged; remove %s", m.StatePath)
		}
	}
	if mem.Alerted == nil {
		mem.Alerted = map[string]time.Time{}
	}
	if mem.Seen == nil {
		mem.Seen = map[string]time.Time{}
	}
	return mem, nil
}

func (m *Messenger) keep(mem memory) error {
	text, err := json.Marshal(mem)
	if err != nil {
		return fmt.Errorf("writing the memory of alerts: %w", err)
	}
	return config.WriteFile(m.StatePath, append(text, '\n'))
}

// alert posts one alert. notSent is true when it surely did not get there.
func (m *Messenger) alert(ctx context.Context, c Connector, at time.Time) (notSent bool, err error) {
	body, err := json.Marshal(Alert{
		Text:      fmt.Sprintf("jezero: connector %s is %s; see `jezero health`", c.Name, c.State),
		Connector: c.Name, State: c.State, At: at, LastGood: c.LastSuccess,
	})
	if err != nil {
		return true, fmt.Errorf("encoding it: %w", err)
	}
	return m.send(ctx, http.MethodPost, m.Webhook, body)
}

func (m *Messenger) ping(ctx context.Context) error {
	if _, err := m.send(ctx, http.MethodGet, m.Heartbeat, nil); err != nil {
		return fmt.Errorf("pinging the push monitor: %w", err)
	}
	return nil
}

// send makes one request. Redirects are not followed: the address was chosen
// by the owner.
func (m *Messenger) send(ctx context.Context, method, address string, body []byte) (notSent bool, err error) {
	if u, err := url.Parse(address); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return true, errors.New("the variable does not hold an http(s) URL")
	}
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return true, errors.New("the variable does not hold an http(s) URL")
	}
	req.Header.Set("User-Agent", "jezero")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	client := http.Client{Timeout: 10 * time.Second}
	if m.Client != nil {
		client = *m.Client
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := client.Do(req)
	if err != nil {
		return neverConnected(err), reason(err)
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10)) //nolint:errcheck // only the status counts
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return true, fmt.Errorf("it was answered with status %d", resp.StatusCode)
	}
	return false, nil
}

func neverConnected(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// reason is a transport's error without the URL that it repeats.
func reason(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("no answer in time")
	}
	var op *net.OpError
	if errors.As(err, &op) {
		return fmt.Errorf("cannot be reached (%s)", op.Op)
	}
	return errors.New("cannot be reached")
}
