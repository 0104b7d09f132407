package health

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jezero/server"
)

// runs is a log in memory: connector → runs, oldest first.
type runs map[string][]server.Run

func (l runs) LastRun(_ context.Context, c string) (server.Run, bool, error) {
	if c == "broken log" {
		return server.Run{}, false, errors.New("disk gone")
	}
	if n := len(l[c]); n > 0 {
		return l[c][n-1], true, nil
	}
	return server.Run{}, false, nil
}

func (l runs) LastSuccess(_ context.Context, c string) (server.Run, bool, error) {
	for i := len(l[c]) - 1; i >= 0; i-- {
		if l[c][i].Error == "" {
			return l[c][i], true, nil
		}
	}
	return server.Run{}, false, nil
}

var now = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

func ago(d time.Duration) time.Time { return now.Add(-d) }

func TestCheck(t *testing.T) {
	log := runs{
		"fine":          {{EndedAt: ago(30 * time.Hour), Error: "x"}, {EndedAt: ago(23 * time.Hour)}},
		"stale":         {{EndedAt: ago(24*time.Hour + time.Second)}},                                   // JZ-175
		"just not":      {{EndedAt: ago(24 * time.Hour)}},                                               // the limit itself is in time
		"failing":       {{EndedAt: ago(2 * time.Hour)}, {EndedAt: ago(time.Hour), Error: "no folder"}}, // JZ-176
		"never good":    {{EndedAt: ago(time.Hour), Error: "no folder"}},
		"drifted":       {{EndedAt: ago(time.Hour), Warnings: []string{"a.jsonl: unknown format", "b"}}}, // JZ-147
		"not mentioned": {{EndedAt: ago(time.Hour), Error: "x"}},
	}
	r, err := Check(t.Context(), log, []string{"fine", "stale", "just not", "failing", "never good", "drifted", "new"}, 24*time.Hour, now)
	if err != nil {
		t.Fatal(err)
	}
	at := func(d time.Duration) *time.Time { v := ago(d).Truncate(time.Second); return &v }
	want := Report{At: now, Connectors: []Connector{
		{Name: "fine", State: Good, LastRun: at(23 * time.Hour), LastSuccess: at(23 * time.Hour)},
		{Name: "stale", State: Stale, What: `no good run for 24 hours: does anything start "jezero run --due"?`, LastRun: at(24*time.Hour + time.Second), LastSuccess: at(24*time.Hour + time.Second)},
		{Name: "just not", State: Good, LastRun: at(24 * time.Hour), LastSuccess: at(24 * time.Hour)},
		{Name: "failing", State: Failing, What: "no folder", LastRun: at(time.Hour), LastSuccess: at(2 * time.Hour)},
		{Name: "never good", State: Failing, What: "no folder", LastRun: at(time.Hour)},
		{Name: "drifted", State: Failing, What: "2 files could not be read or understood", LastRun: at(time.Hour), LastSuccess: at(time.Hour), Warnings: []string{"a.jsonl: unknown format", "b"}},
		{Name: "new", State: Never, What: "it never ran: jezero run new"},
	}}
	if d := cmp.Diff(want, r); d != "" {
		t.Error(d)
	}
	if r.ExitCode() != 1 {
		t.Error("not good, but exit code 0")
	}
	if r, err := Check(t.Context(), log, []string{"fine"}, 24*time.Hour, now); err != nil || !r.Good || r.ExitCode() != 0 {
		t.Errorf("%+v %v", r, err)
	}
	if r, err := Check(t.Context(), nil, nil, 24*time.Hour, now); err != nil || r.Good {
		t.Errorf("nothing to read is good: %+v %v", r, err)
	}
	if r, err := Check(t.Context(), nil, []string{"a"}, 24*time.Hour, now); err != nil || r.Connectors[0].State != Never {
		t.Errorf("no log: %+v %v", r, err)
	}
	if _, err := Check(t.Context(), log, []string{"broken log"}, 24*time.Hour, now); err == nil {
		t.Error("an unreadable log is good")
	}
}

func TestReport_JSON(t *testing.T) {
	r, err := Check(t.Context(), runs{"a": {{EndedAt: now}}}, []string{"a", "b"}, time.Hour, now)
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"at":"2026-03-04T12:00:00Z","good":false,"connectors":[{"connector":"a","state":"good","last_run":"2026-03-04T12:00:00Z","last_success":"2026-03-04T12:00:00Z"},{"connector":"b","state":"never ran","what":"it never ran: jezero run b","last_run":null,"last_success":null}]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// outside is a webhook and a push monitor.
type outside struct {
	mu     sync.Mutex
	alerts []Alert
	pings  int
	bodies []string
	status int
}

func (o *outside) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	o.bodies = append(o.bodies, string(body))
	switch r.Method + r.URL.Path {
	case "POST/hook-s3cret":
		if o.status != 0 {
			http.Redirect(w, r, "/elsewhere", o.status)
			return
		}
		var a Alert
		if json.Unmarshal(body, &a) == nil && r.Header.Get("Content-Type") == "application/json" {
			o.alerts = append(o.alerts, a)
		}
	case "GET/beat-s3cret":
		o.pings++
	default:
		o.pings = -1000
	}
}

func messenger(t *testing.T) (*Messenger, *outside) {
	t.Helper()
	o := &outside{}
	s := httptest.NewServer(o)
	t.Cleanup(s.Close)
	return &Messenger{Webhook: s.URL + "/hook-s3cret", Heartbeat: s.URL + "/beat-s3cret", Realert: 6 * time.Hour, MaxSilence: 24 * time.Hour,
		StatePath: filepath.Join(t.TempDir(), "health.json")}, o
}

func report(at time.Time, states ...State) Report {
	r := Report{At: at, Good: true}
	for i, s := range states {
		r.Connectors = append(r.Connectors, Connector{Name: string(rune('a' + i)), State: s, What: "/home/me/project-s3cret: bad"})
		r.Good = r.Good && s == Good
	}
	return r
}

// JZ-177, JZ-178
func TestMessenger_Tell(t *testing.T) {
	m, o := messenger(t)
	steps := []struct {
		after  time.Duration
		states []State
		want   string // connectors alerted about
	}{
		{0, []State{Good, Good}, ""},
		{time.Hour, []State{Failing, Good}, "a"},
		{2 * time.Hour, []State{Failing, Stale}, "b"},
		{3 * time.Hour, []State{Stale, Stale}, ""},
		{4 * time.Hour, []State{Good, Good}, ""},
		{5 * time.Hour, []State{Failing, Good}, ""}, // came back and went: still within the hours
		{7*time.Hour - time.Second, []State{Failing, Good}, ""},
		{7 * time.Hour, []State{Failing, Failing}, "a"},
		{8 * time.Hour, []State{Failing, Failing}, "b"},
		{9 * time.Hour, []State{Good, Good, Never}, ""}, // new connectors are left in peace
		{32 * time.Hour, []State{Good, Good, Never}, ""},
		{33 * time.Hour, []State{Good, Good, Never}, "c"},
		{38 * time.Hour, []State{Good, Good, Never}, ""},
		{39 * time.Hour, []State{Good, Good, Never}, "c"},
	}
	for i, s := range steps {
		o.alerts = nil
		// Each check is a process of its own.
		fresh := *m
		sent, err := fresh.Tell(t.Context(), report(now.Add(s.after), s.states...))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, a := range o.alerts {
			got += a.Connector
			if !strings.Contains(a.Text, "connector "+a.Connector+" is "+string(a.State)) {
				t.Errorf("text %q", a.Text)
			}
		}
		if got != s.want || sent != len(s.want) {
			t.Errorf("after %v: alerts about %q (%d), want %q", s.after, got, sent, s.want)
		}
		if o.pings != i+1 {
			t.Errorf("after %v: %d pings, want %d", s.after, o.pings, i+1)
		}
	}
	for _, b := range o.bodies {
		if strings.Contains(b, "s3cret") {
			t.Errorf("an alert carries paths: %s", b)
		}
	}
	if info, err := os.Stat(m.StatePath); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("memory: %v %v", info, err)
	}
}

// Many checks at once send one alert.
func TestMessenger_Concurrent(t *testing.T) {
	m, o := messenger(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			own := *m
			if _, err := own.Tell(t.Context(), report(now, Failing)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(o.alerts) != 1 || o.pings != 8 {
		t.Errorf("%d alerts, %d pings", len(o.alerts), o.pings)
	}
}

// An alert that was refused is tried again; one that may have arrived is not.
func TestMessenger_Failures(t *testing.T) {
	m, o := messenger(t)
	for _, status := range []int{500, 302, 308, 404} {
		o.status = status
		if sent, err := m.Tell(t.Context(), report(now, Failing)); err == nil || sent != 0 {
			t.Errorf("status %d: %d %v", status, sent, err)
		} else if strings.Contains(err.Error(), "s3cret") || !strings.Contains(err.Error(), `connector "a"`) {
			t.Errorf("error %v", err)
		}
	}
	if o.pings != 4 {
		t.Errorf("%d pings beside failing alerts", o.pings)
	}
	o.status = 0
	if sent, err := m.Tell(t.Context(), report(now, Failing)); sent != 1 || err != nil {
		t.Errorf("after a refusal: %d %v", sent, err)
	}

	// Nothing listens.
	gone := *m
	gone.StatePath = filepath.Join(t.TempDir(), "health.json")
	gone.Webhook, gone.Heartbeat = "http://127.0.0.1:1/hook-s3cret", "http://127.0.0.1:1/beat-s3cret"
	_, err := gone.Tell(t.Context(), report(now, Failing))
	if err == nil || strings.Contains(err.Error(), "s3cret") || strings.Count(err.Error(), "cannot be reached (dial)") != 2 {
		t.Errorf("error %v", err)
	}
	gone.Webhook = m.Webhook
	if sent, _ := gone.Tell(t.Context(), report(now, Failing)); sent != 1 {
		t.Error("an alert that never left was not tried again")
	}

	// It arrives, but the answer does not.
	silent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }))
	defer silent.Close()
	lost := *m
	lost.StatePath, lost.Webhook, lost.Heartbeat = filepath.Join(t.TempDir(), "health.json"), silent.URL+"/hook-s3cret", ""
	if _, err := lost.Tell(t.Context(), report(now, Failing)); err == nil || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("error %v", err)
	}
	lost.Webhook = m.Webhook
	if sent, err := lost.Tell(t.Context(), report(now, Failing)); sent != 0 || err != nil {
		t.Errorf("an alert that may have arrived was sent again: %v", err)
	}

	for _, bad := range []string{"s3cret", "ftp://s3cret/x", "http://", "http://s3cret\x7f/", ":s3cret"} {
		wrong := *m
		wrong.Webhook = bad
		wrong.StatePath = filepath.Join(t.TempDir(), "health.json")
		if _, err := wrong.Tell(t.Context(), report(now, Failing)); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("URL %q: %v", bad, err)
		}
	}
	if err := os.WriteFile(m.StatePath, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Tell(t.Context(), report(now, Failing)); err == nil || !strings.Contains(err.Error(), "damaged; remove "+m.StatePath) {
		t.Errorf("damaged memory: %v", err)
	}
}

// Without a webhook and a monitor nothing is sent or written.
func TestMessenger_Nothing(t *testing.T) {
	m := Messenger{StatePath: filepath.Join(t.TempDir(), "health.json")}
	if sent, err := m.Tell(t.Context(), report(now, Failing)); sent != 0 || err != nil {
		t.Errorf("%d %v", sent, err)
	}
	if _, err := os.Stat(m.StatePath); !errors.Is(err, os.ErrNotExist) {
		t.Error("a memory was written")
	}
}
