package summarize

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"jezero/server"
)

// Options configures NewAnthropic and NewOpenAI.
type Options struct {
	Endpoint       string        // base URL; "" means the maker's own
	Model          string        // required
	APIKey         string        // may be empty for local servers
	MaxTokens      int           // of an answer; 0 means 1500
	MaxConcurrency int           // calls that are under way at once; 0 means 2
	MaxRetries     int           // after the first try; 0 means 4, negative none
	Timeout        time.Duration // of one try; 0 means two minutes
	Client         *http.Client  // nil means one of its own; its redirect policy is replaced
	// Ledger counts what calls take; MonthlyCap (tokens in and out, by calendar
	// month in UTC) needs one. 0 means no cap.
	Ledger     Ledger
	MonthlyCap int
	// Now and Sleep are for tests.
	Now   func() time.Time
	Sleep func(context.Context, time.Duration) error
}

// Ledger remembers what models took. *sqlite.DB is one.
type Ledger interface {
	AddSpend(ctx context.Context, at time.Time, model string, u server.Usage) error
	// Spent is what all models took in the month of at.
	Spent(ctx context.Context, at time.Time) (server.Usage, error)
}

// Errors that callers branch on.
var (
	ErrCap       = errors.New("the monthly token cap is reached; raise monthly_token_cap or wait for the next month")
	ErrMalformed = errors.New("the model's answer is not the JSON object that was asked for")
	ErrRefused   = errors.New("the model endpoint refused the request")
)

// Model summarises by asking a model over HTTP. The model sees the redacted
// text only, as data between <document> tags, has no tools, and its answer is
// parsed into fields and nothing else.
type Model struct {
	opts  Options
	api   api
	slots chan struct{}

	mu       sync.Mutex
	reserved int       // tokens that calls under way may take
	resume   time.Time // no call before: the endpoint asked for a pause
	lost     int       // documents in a row that got no answer
	dead     error     // no call at all: the endpoint refused the key or the model, or is down
}

var _ server.Summarizer = (*Model)(nil)

// api is one maker's wire format.
type api interface {
	name() string
	request(o *Options, system, user string) (path string, header http.Header, body any)
	// answer reads a 200 answer.
	answer(body []byte) (text string, u server.Usage, err error)
	// simplify gives up something optional after a 400 and reports whether it
	// could.
	simplify() bool
}

func newModel(o Options, a api, endpoint string) (*Model, error) {
	if o.Model == "" {
		return nil, fmt.Errorf("summariser %s: no model is set", a.name())
	}
	if o.Endpoint == "" {
		o.Endpoint = endpoint
	}
	u, err := url.Parse(o.Endpoint)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil {
		return nil, fmt.Errorf("summariser %s: the endpoint must be an http or https URL without credentials", a.name())
	}
	if u.Scheme == "http" && o.APIKey != "" && !loopback(u.Hostname()) {
		return nil, fmt.Errorf("summariser %s: an API key is not sent over plain http; use https or a local endpoint", a.name())
	}
	if o.MonthlyCap > 0 && o.Ledger == nil {
		return nil, fmt.Errorf("summariser %s: a monthly cap needs a ledger", a.name())
	}
	o.Endpoint = strings.TrimRight(o.Endpoint, "/")
	o.MaxTokens = orDefault(o.MaxTokens, 1500)
	o.MaxConcurrency = orDefault(o.MaxConcurrency, 2)
	o.MaxRetries = orDefault(o.MaxRetries, 4)
	if o.Timeout == 0 {
		o.Timeout = 2 * time.Minute
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	client := http.Client{}
	if o.Client != nil {
		client = *o.Client
	}
	// A redirect would carry the key and the text to another host.
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	o.Client = &client
	return &Model{opts: o, api: a, slots: make(chan struct{}, o.MaxConcurrency)}, nil
}

func orDefault(n, d int) int {
	if n == 0 {
		return d
	}
	return n
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Name implements server.Summarizer: "anthropic:<model>", "openai:<model>".
func (m *Model) Name() string { return m.api.name() + ":" + m.opts.Model }

// Summarize implements server.Summarizer. An answer that cannot be parsed is
// ErrMalformed, with what it took.
func (m *Model) Summarize(ctx context.Context, seg *server.Segment) (server.Summary, server.Usage, error) {
	select {
	case m.slots <- struct{}{}:
		defer func() { <-m.slots }()
	case <-ctx.Done():
		return server.Summary{}, server.Usage{}, ctx.Err()
	}
	user := document(seg)
	release, err := m.reserve(ctx, (len(systemPrompt)+len(user))/3+m.opts.MaxTokens)
	if err != nil {
		return server.Summary{}, server.Usage{}, err
	}
	defer release()
	text, usage, err := m.ask(ctx, user)
	if usage != (server.Usage{}) && m.opts.Ledger != nil {
		// What was spent is noted even when the run is being stopped.
		if lerr := m.opts.Ledger.AddSpend(context.WithoutCancel(ctx), m.opts.Now(), m.Name(), usage); lerr != nil {
			err = errors.Join(err, lerr)
		}
	}
	if err != nil {
		return server.Summary{}, usage, err
	}
	sum, err := parse(text)
	return sum, usage, err
}

// reserve keeps tokens for a call, so that calls under way at once do not pass
// the cap together.
func (m *Model) reserve(ctx context.Context, tokens int) (release func(), err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.opts.MonthlyCap > 0 {
		spent, err := m.opts.Ledger.Spent(ctx, m.opts.Now())
		if err != nil {
			return nil, err
		}
		if spent.InputTokens+spent.OutputTokens+m.reserved+tokens > m.opts.MonthlyCap {
			return nil, ErrCap
		}
	}
	m.reserved += tokens
	return func() {
		m.mu.Lock()
		m.reserved -= tokens
		m.mu.Unlock()
	}, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// String is Name, so that no log shows the key.
func (m *Model) String() string { return m.Name() }

// GoString is Name too.
func (m *Model) GoString() string { return m.Name() }
