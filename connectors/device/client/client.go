// Package client talks to a jezero server over plain HTTP: the key file that
// binds a key to one server, and the five tools as calls with typed results.
// Start with LoadKeyFile and New. It imports nothing but the standard library,
// so that a hook that uses it starts fast.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// Protocol is the version that calls are made in: the newest that needs no
// handshake and no headers of its own.
const Protocol = "2025-06-18"

// maxAnswer bounds an answer in bytes; the server's own pages are far smaller.
const maxAnswer = 16 << 20

// Client calls one server with one key. It is safe for concurrent use.
type Client struct {
	endpoint string
	key      string
	http     *http.Client
}

// New returns a client for the credentials. Each call is bounded by timeout; 0
// means 30 seconds.
func New(c Credentials, timeout time.Duration) (*Client, error) {
	endpoint, err := c.endpoint()
	if err != nil {
		return nil, err
	}
	if timeout <= 0 {
		timeout = 30 * time.Second
	}
	return &Client{endpoint: endpoint, key: c.Key, http: &http.Client{
		Timeout:   timeout,
		Transport: http.DefaultTransport.(*http.Transport).Clone(),
		// Following a redirect would carry the key to another place.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// Dialing makes the client reach its server by dial, which is given the
// server's address: a tunnel, or a server in memory. It returns the client.
func (c *Client) Dialing(dial func(ctx context.Context, network, addr string) (net.Conn, error)) *Client {
	c.http.Transport.(*http.Transport).DialContext = dial
	return c
}

// CloseIdle closes connections that are kept for the next call.
func (c *Client) CloseIdle() { c.http.CloseIdleConnections() }

// SameKey reports whether both show the same key.
func (c *Client) SameKey(other *Client) bool { return c.key == other.key }

// Errors that callers branch on; StatusError and UnreachableError wrap the rest.
var ErrUnknownKey = errors.New("the server does not know this key: it was revoked or never approved")

// UnreachableError says that no answer came at all.
type UnreachableError struct{ Err error }

func (e *UnreachableError) Error() string {
	return "the server cannot be reached: is jezero running there? (" + e.Err.Error() + ")"
}
func (e *UnreachableError) Unwrap() error { return e.Err }

// StatusError is an answer that is none: an HTTP status without a message.
type StatusError int

func (e StatusError) Error() string {
	return fmt.Sprintf("the server answered %d %s", int(e), http.StatusText(int(e)))
}

// ToolError is what a tool said was wrong with a call.
type ToolError string

func (e ToolError) Error() string { return string(e) }

// Post sends one JSON-RPC message and returns the server's answer to it, nil
// for a notification. header is added to the request's.
func (c *Client) Post(ctx context.Context, message []byte, header http.Header) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(message))
	if err != nil {
		return nil, err
	}
	for k, v := range header {
		req.Header[k] = v
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Authorization", "Bearer "+c.key)
	res, err := c.http.Do(req)
	if err != nil {
		return nil, &UnreachableError{cause(err)}
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, &UnreachableError{cause(err)}
	case len(body) > maxAnswer:
		return nil, fmt.Errorf("the server's answer is longer than %d bytes", maxAnswer)
	case res.StatusCode == http.StatusUnauthorized:
		return nil, ErrUnknownKey
	case res.StatusCode == http.StatusAccepted:
		return nil, nil
	}
	// A refused message may still be answered in JSON-RPC.
	var m struct {
		JSONRPC string          `json:"jsonrpc"`
		Result  json.RawMessage `json:"result"`
		Error   json.RawMessage `json:"error"`
	}
	if json.Unmarshal(body, &m) != nil || m.JSONRPC != "2.0" || m.Result == nil && m.Error == nil {
		return nil, StatusError(res.StatusCode)
	}
	return body, nil
}

// cause drops the method and URL that net/http puts in front of an error: what
// was called is known, and a URL may hold a name that belongs in no log.
func cause(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op
	}
	if e := errors.Unwrap(err); e != nil {
		return e
	}
	return err
}

// Call calls a tool and decodes its result into out.
func (c *Client) Call(ctx context.Context, tool string, args, out any) error {
	message, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": tool, "arguments": args},
	})
	if err != nil {
		return err
	}
	answer, err := c.Post(ctx, message, http.Header{"Mcp-Protocol-Version": {Protocol}})
	if err != nil {
		return err
	}
	var m struct {
		Result struct {
			IsError           bool            `json:"isError"`
			StructuredContent json.RawMessage `json:"structuredContent"`
			Content           []struct {
				Text string `json:"text"`
			} `json:"content"`
		} `json:"result"`
		Error *struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(answer, &m); err != nil {
		return errors.New("the server's answer is not JSON")
	}
	switch {
	case m.Error != nil:
		return fmt.Errorf("the server refused the call: %s (%d)", m.Error.Message, m.Error.Code)
	case m.Result.IsError:
		if len(m.Result.Content) > 0 {
			return ToolError(m.Result.Content[0].Text)
		}
		return ToolError("the call failed")
	}
	if err := json.Unmarshal(m.Result.StructuredContent, out); err != nil {
		return errors.New("the server's answer does not have the form of a result")
	}
	return nil
}
