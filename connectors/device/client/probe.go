package client

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"
)

// What is wrong with a server, short of not being reached.
var (
	ErrForeignName = errors.New("the server does not answer to that name: its owner adds it to allowed_hosts, or sets public_url")
	ErrNotReady    = errors.New("the server is up, but cannot read its library")
	ErrNotJezero   = errors.New("what answers there is no jezero server")
)

// Probe asks the server for a sign of life, without a key. It returns nil, an
// *UnreachableError, or one of the errors above.
func Probe(ctx context.Context, serverURL string, timeout time.Duration) error {
	base, err := origin(serverURL)
	if err != nil {
		return err
	}
	c, err := New(Credentials{URL: base}, timeout)
	if err != nil {
		return err
	}
	defer c.CloseIdle()
	res, err := c.get(ctx, http.MethodGet, base+"/healthz")
	if err != nil {
		return err
	}
	defer res.Body.Close()
	var health struct {
		Status string `json:"status"`
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, 1<<10))
	switch {
	case err != nil:
		return &UnreachableError{cause(err)}
	case res.StatusCode == http.StatusMisdirectedRequest:
		return ErrForeignName
	case res.StatusCode == http.StatusOK && json.Unmarshal(text, &health) == nil && health.Status == "ok":
		return nil
	case res.StatusCode == http.StatusServiceUnavailable && json.Valid(text):
		return ErrNotReady
	}
	return ErrNotJezero
}

// MayUpload reports whether the key may send sessions. It asks with a path that
// no agent has, so that nothing can be stored: who may upload is told that the
// path is bad, who may not is told that.
func (c *Client) MayUpload(ctx context.Context) (bool, error) {
	base, err := origin(c.endpoint)
	if err != nil {
		return false, err
	}
	res, err := c.get(ctx, http.MethodPut, base+"/inbox/v1/-/-")
	if err != nil {
		return false, err
	}
	defer res.Body.Close()
	switch res.StatusCode {
	case http.StatusBadRequest:
		return true, nil
	case http.StatusForbidden:
		return false, nil
	case http.StatusUnauthorized:
		return false, ErrUnknownKey
	}
	return false, StatusError(res.StatusCode)
}

// get sends a request without a body, and the key where there is one.
func (c *Client) get(ctx context.Context, method, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, nil)
	if err != nil {
		return nil, err
	}
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, &UnreachableError{cause(err)}
	}
	return res, nil
}
