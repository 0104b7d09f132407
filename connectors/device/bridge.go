// Package device is what runs on a computer that agents work on: the bridge
// that carries their MCP calls to the server, so that no agent's configuration
// holds a key.
package device

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"jezero/connectors/device/client"
)

// Bridge speaks MCP over stdio on one side and Streamable HTTP on the other.
// It adds the key, and it outlives the server: while that is down, calls are
// answered with an error and the next one is tried afresh.
type Bridge struct {
	Client *client.Client
	// Reload returns a client with the key that is in force now. It is asked
	// when the server does not know the key any more, so that a key can be
	// replaced under agents that run for days. May be nil.
	Reload func() (*client.Client, error)
	// Hint is added to the error an agent sees when the server is down or
	// refuses the key; it says what to do.
	Hint string
}

// Bounds of the agent's side.
const (
	maxMessage  = 4 << 20 // bytes of one message
	maxInFlight = 16      // calls under way at once
)

// JSON-RPC codes.
const (
	codeParse   = -32700
	codeRequest = -32600
	codeServer  = -32000 // the server could not be asked
)

// message is what the bridge needs to know of a message; the rest passes
// through as it came.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params params          `json:"params"`
}

type params struct {
	Name      string          `json:"name"`
	URI       string          `json:"uri"`
	RequestID json.RawMessage `json:"requestId"`
	Meta      struct {
		Version string `json:"io.modelcontextprotocol/protocolVersion"`
	} `json:"_meta"`
}

// UnmarshalJSON leaves params of another form empty: what is wrong with them,
// the server says.
func (p *params) UnmarshalJSON(b []byte) error {
	type plain params
	var q plain
	if json.Unmarshal(b, &q) == nil {
		*p = params(q)
	}
	return nil
}

// conversation is one agent's: from the first line to the end of its input.
type conversation struct {
	b   *Bridge
	mu  sync.Mutex // guards what follows
	out io.Writer

	client *client.Client

	version string // negotiated by initialize
	calls   map[string]context.CancelFunc
}

// Run carries messages, one a line, until in ends or ctx is done. It returns
// nil at the end of in; calls still under way are answered first.
func (b *Bridge) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := &conversation{b: b, out: out, client: b.Client, calls: map[string]context.CancelFunc{}}
	var under sync.WaitGroup
	slots := make(chan struct{}, maxInFlight)
	lines := bufio.NewReaderSize(in, 64<<10)
	for ctx.Err() == nil {
		line, err := readLine(lines)
		switch {
		case errors.Is(err, errTooLong):
			c.refuse(nil, codeRequest, fmt.Sprintf("a message may be %d bytes long", maxMessage))
			continue
		case err != nil && len(line) == 0:
			under.Wait()
			if errors.Is(err, io.EOF) {
				return nil
			}
			return fmt.Errorf("reading from the agent: %w", err)
		case len(bytes.TrimSpace(line)) == 0:
			continue
		}
		var m message
		if json.Unmarshal(line, &m) != nil {
			c.refuse(nil, codeParse, "not a JSON-RPC message")
			continue
		}
		if m.Method == "notifications/cancelled" {
			c.cancel(m.Params.RequestID)
			continue
		}
		if m.Method == "" && m.ID != nil {
			continue // an answer; this server asks nothing
		}
		callCtx, done := c.begin(ctx, m)
		slots <- struct{}{}
		if m.Method == "initialize" {
			// What follows is sent in the version that this call settles.
			c.carry(callCtx, line, m)
			done()
			<-slots
			continue
		}
		under.Go(func() {
			defer func() { done(); <-slots }()
			c.carry(callCtx, line, m)
		})
	}
	under.Wait()
	return ctx.Err()
}

// begin makes a call cancellable by its id.
func (c *conversation) begin(ctx context.Context, m message) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	if m.ID == nil {
		return ctx, cancel
	}
	id := string(m.ID)
	c.mu.Lock()
	c.calls[id] = cancel
	c.mu.Unlock()
	return ctx, func() {
		c.mu.Lock()
		delete(c.calls, id)
		c.mu.Unlock()
		cancel()
	}
}

func (c *conversation) cancel(id json.RawMessage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.calls[string(id)]; cancel != nil {
		cancel()
	}
}

// carry sends one message and hands its answer back.
func (c *conversation) carry(ctx context.Context, line []byte, m message) {
	answer, err := c.post(ctx, line, c.header(m))
	switch {
	case ctx.Err() != nil:
		return // cancelled by the agent, which expects no answer
	case err != nil:
		if m.ID != nil {
			text := "jezero: " + err.Error()
			if c.b.Hint != "" {
				text += ". " + c.b.Hint
			}
			c.refuse(m.ID, codeServer, text)
		}
		return
	case answer == nil:
		if m.ID != nil {
			c.refuse(m.ID, codeServer, "jezero: the server gave no answer to this call")
		}
		return
	}
	if m.Method == "initialize" {
		var r struct {
			Result struct {
				ProtocolVersion string `json:"protocolVersion"`
			} `json:"result"`
		}
		if json.Unmarshal(answer, &r) == nil {
			c.mu.Lock()
			c.version = r.Result.ProtocolVersion
			c.mu.Unlock()
		}
	}
	c.write(answer)
}

// post sends a message, once more with a fresh key when the one at hand is not
// known.
func (c *conversation) post(ctx context.Context, line []byte, h http.Header) ([]byte, error) {
	c.mu.Lock()
	at := c.client
	c.mu.Unlock()
	answer, err := at.Post(ctx, line, h)
	if !errors.Is(err, client.ErrUnknownKey) || c.b.Reload == nil {
		return answer, err
	}
	fresh, reloadErr := c.b.Reload()
	if reloadErr != nil || fresh.SameKey(at) {
		return nil, err
	}
	c.mu.Lock()
	c.client = fresh
	c.mu.Unlock()
	return fresh.Post(ctx, line, h)
}

// header is what HTTP wants to see of a message, by its protocol version.
func (c *conversation) header(m message) http.Header {
	h := http.Header{}
	c.mu.Lock()
	version := c.version
	c.mu.Unlock()
	if m.Params.Meta.Version != "" {
		version = m.Params.Meta.Version
	}
	if version == "" || m.Method == "initialize" {
		return h
	}
	h.Set("Mcp-Protocol-Version", version)
	if version >= "2026-07-28" && m.Method != "" {
		h.Set("Mcp-Method", m.Method)
		if name := cmp.Or(m.Params.Name, m.Params.URI); name != "" && !strings.ContainsFunc(name, notInHeader) {
			h.Set("Mcp-Name", name)
		}
	}
	return h
}

// notInHeader is what no header may hold; without the header the server says so.
func notInHeader(r rune) bool { return r < ' ' || r > '~' }

// refuse answers in the server's place.
func (c *conversation) refuse(id json.RawMessage, code int, text string) {
	if id == nil {
		id = json.RawMessage("null")
	}
	answer, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": code, "message": text},
	})
	if err == nil {
		c.write(answer)
	}
}

// write puts one message on one line.
func (c *conversation) write(answer []byte) {
	var line bytes.Buffer
	if json.Compact(&line, answer) != nil {
		return
	}
	line.WriteByte('\n')
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out.Write(line.Bytes()) // a broken pipe ends the input as well
}

var errTooLong = errors.New("message too long")

// readLine returns a line of its own memory. An over-long line is read to its
// end and dropped.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for tooLong := false; ; {
		part, err := r.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(part) > maxMessage; !tooLong {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case tooLong && (err == nil || errors.Is(err, io.EOF)):
			return nil, errTooLong
		}
		return line, err
	}
}
