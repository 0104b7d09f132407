package summarize

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"jezero/server"
)

const (
	maxAnswer  = 1 << 20 // bytes
	firstPause = time.Second
	maxPause   = time.Minute
	// An endpoint that asks for a longer pause is tried again by the next run.
	longestWait = 5 * time.Minute
	// giveUpAfter documents in a row that got no answer however often it was tried,
	// no more are sent: what is down holds up a run of thousands for hours.
	giveUpAfter = 5
)

// ask sends the request until it is answered or not worth trying again.
func (m *Model) ask(ctx context.Context, user string) (string, server.Usage, error) {
	var last error
	for try := 0; ; try++ {
		if err := m.wait(ctx); err != nil {
			return "", server.Usage{}, err
		}
		text, usage, wait, err := m.once(ctx, user)
		switch {
		case err == nil, errors.Is(err, ErrMalformed):
			m.answered()
			return text, usage, err
		case ctx.Err() != nil:
			return "", usage, ctx.Err()
		case errors.Is(err, ErrRefused):
			return "", usage, err
		case errors.Is(err, errSimplified):
			continue
		}
		last = err
		if try >= m.opts.MaxRetries {
			return "", usage, m.unanswered(fmt.Errorf("after %d tries: %w", try+1, last))
		}
		if wait == 0 {
			wait = backoff(try)
			if err := m.opts.Sleep(ctx, wait); err != nil {
				return "", usage, err
			}
			continue
		}
		// The endpoint named a time: it holds for all calls.
		m.mu.Lock()
		if at := m.opts.Now().Add(wait); at.After(m.resume) {
			m.resume = at
		}
		m.mu.Unlock()
	}
}

// answered notes that the endpoint is there.
func (m *Model) answered() {
	m.mu.Lock()
	m.lost = 0
	m.mu.Unlock()
}

// unanswered notes a document that got no answer, and returns its error.
func (m *Model) unanswered(err error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.lost++; m.lost >= giveUpAfter && m.dead == nil {
		m.dead = fmt.Errorf("%d documents in a row got no answer, so no more are sent until the next run; the last %w", m.lost, err)
	}
	return err
}

// wait waits until calls are allowed again.
func (m *Model) wait(ctx context.Context) error {
	m.mu.Lock()
	d, dead := m.resume.Sub(m.opts.Now()), m.dead
	m.mu.Unlock()
	if dead != nil {
		return dead
	}
	if d <= 0 {
		return ctx.Err()
	}
	if d > longestWait {
		return fmt.Errorf("the endpoint asks to wait for %s", d.Round(time.Second))
	}
	// Not all at the same moment.
	if err := m.opts.Sleep(ctx, d+rand.N(d/10+time.Millisecond)); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.dead
}

// backoff doubles from try to try, and picks anywhere below: many clients that
// failed together should not come back together.
func backoff(try int) time.Duration {
	top := min(firstPause<<min(try, 10), maxPause)
	return top/2 + rand.N(top/2)
}

// errSimplified says that the request was given a simpler form and should be
// sent again.
var errSimplified = errors.New("simplified")

// once sends one request. Errors never hold the answer's text: it may repeat
// what was sent.
func (m *Model) once(ctx context.Context, user string) (text string, u server.Usage, wait time.Duration, err error) {
	path, header, body := m.api.request(&m.opts, systemPrompt, user)
	b, err := json.Marshal(body)
	if err != nil {
		return "", u, 0, fmt.Errorf("encoding the request: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, m.opts.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, m.opts.Endpoint+path, bytes.NewReader(b))
	if err != nil {
		return "", u, 0, fmt.Errorf("%w: the endpoint is not a valid URL", ErrRefused)
	}
	header.Set("Content-Type", "application/json")
	header.Set("User-Agent", "jezero")
	req.Header = header
	resp, err := m.opts.Client.Do(req)
	if err != nil {
		return "", u, 0, errors.New("the model endpoint cannot be reached, or did not answer in time")
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case resp.StatusCode == http.StatusOK:
	case retryable(resp.StatusCode):
		return "", u, retryAfter(resp.Header, m.opts.Now()), fmt.Errorf("the model endpoint answered with status %d", resp.StatusCode)
	case resp.StatusCode == http.StatusBadRequest && m.api.simplify():
		return "", u, 0, errSimplified
	default:
		return "", u, 0, m.refused(resp.StatusCode)
	}
	if err != nil {
		return "", u, 0, errors.New("the model endpoint's answer broke off")
	}
	if len(answer) > maxAnswer {
		return "", u, 0, fmt.Errorf("%w: it is longer than 1 MiB", ErrMalformed)
	}
	text, u, err = m.api.answer(answer)
	return text, u, 0, err
}

func retryable(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return status >= 500
}

// refused makes the error for a status that another try would not change. When
// it is about the key or the model, no further call is made.
func (m *Model) refused(status int) error {
	hint := ""
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		hint = "; check the API key"
	case http.StatusNotFound:
		hint = "; check the endpoint and the model's name"
	case http.StatusPaymentRequired:
		hint = "; check the account"
	}
	err := fmt.Errorf("%w with status %d%s", ErrRefused, status, hint)
	if hint != "" {
		m.mu.Lock()
		m.dead = err
		m.mu.Unlock()
	}
	return err
}

// retryAfter reads how long the endpoint asks to wait, 0 when it does not say.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil && s > 0 && s < 1e7 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(v); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}
