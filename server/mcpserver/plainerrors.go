package mcpserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// What the SDK says of a request that it cannot take repeats parts of it. An
// error here never does, so that each is told in words of our own, by its code.

const unknownTool = "there is no such tool; the tools are search, get_item, timeline, later and list_sources"

// byCode is what is said of an error of JSON-RPC.
var byCode = map[int64]string{
	jsonrpc.CodeParseError:             "the body is not JSON",
	jsonrpc.CodeInvalidRequest:         "the body is not a request of JSON-RPC 2.0",
	jsonrpc.CodeMethodNotFound:         "there is no such method; a client of this server needs tools/list and tools/call",
	jsonrpc.CodeInvalidParams:          "bad params; tools/list says which tools there are and what they take",
	jsonrpc.CodeInternalError:          "internal error",
	mcp.CodeHeaderMismatch:             "the headers Mcp-Method, Mcp-Name and MCP-Protocol-Version must be there and say what the body says",
	mcp.CodeUnsupportedProtocolVersion: "unsupported protocol version",
}

// byStatus is what is said in plain text.
var byStatus = map[int]string{
	http.StatusBadRequest:            "not a message of MCP: one JSON-RPC request in each POST, with Accept: application/json, text/event-stream",
	http.StatusNotFound:              "not found",
	http.StatusMethodNotAllowed:      "only POST is answered",
	http.StatusRequestEntityTooLarge: "the body is too large",
	http.StatusUnsupportedMediaType:  "Content-Type must be application/json",
}

// asTheyAre are messages that hold nothing of the request, and say more than
// their code.
var asTheyAre = map[string]bool{
	unknownTool: true,
	`missing or invalid _meta field "` + mcp.MetaKeyProtocolVersion + `"`:    true,
	`missing or invalid _meta field "` + mcp.MetaKeyClientCapabilities + `"`: true,
	`invalid _meta field "` + mcp.MetaKeyClientInfo + `"`:                    true,
}

// plainErrors rewords the errors among h's answers.
func plainErrors(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &answer{ResponseWriter: w}
		// A batch would be answered at once, beside which nobody else gets a turn.
		if body := bufio.NewReader(r.Body); r.Method == http.MethodPost && batch(body) {
			a.WriteHeader(http.StatusBadRequest)
		} else {
			r.Body = struct {
				io.Reader
				io.Closer
			}{body, r.Body}
			h.ServeHTTP(a, r)
		}
		a.finish()
	})
}

// batch reports whether the body begins with a list, as a batch does.
func batch(body *bufio.Reader) bool {
	for {
		c, err := body.ReadByte()
		if err != nil {
			return false
		}
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			continue
		}
		return body.UnreadByte() == nil && c == '['
	}
}

// answer holds an answer back until it is whole; a stream of events goes through.
type answer struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
	stream bool
}

func (a *answer) WriteHeader(status int) {
	if a.status != 0 {
		return
	}
	a.status = status
	if strings.HasPrefix(a.Header().Get("Content-Type"), "text/event-stream") {
		a.stream = true
		a.ResponseWriter.WriteHeader(status)
	}
}

func (a *answer) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	if a.stream {
		return a.ResponseWriter.Write(b)
	}
	return a.body.Write(b)
}

// FlushError is for http.ResponseController.
func (a *answer) FlushError() error {
	if !a.stream {
		return nil
	}
	return http.NewResponseController(a.ResponseWriter).Flush()
}

func (a *answer) finish() {
	if a.stream || a.status == 0 {
		return
	}
	body := a.body.Bytes()
	if told, ok := rewordJSON(body); ok {
		body = told
	} else if a.status >= 400 {
		text := byStatus[a.status]
		if bytes.HasPrefix(body, []byte("JSON RPC not handled")) {
			text = byCode[jsonrpc.CodeMethodNotFound]
		}
		if text == "" {
			text = strings.ToLower(http.StatusText(a.status))
		}
		a.Header().Set("Content-Type", "text/plain; charset=utf-8")
		body = []byte(text + "\n")
	}
	a.Header().Del("Content-Length")
	a.ResponseWriter.WriteHeader(a.status)
	a.ResponseWriter.Write(body) //nolint:errcheck // the client has gone
}

// wireError is an answer of JSON-RPC that says what went wrong.
type wireError struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   struct {
		Code    int64           `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data,omitempty"`
	} `json:"error"`
}

// rewordJSON rewords an error of JSON-RPC; ok is false when the body is none.
func rewordJSON(body []byte) (told []byte, ok bool) {
	if !isError(body) {
		return nil, false
	}
	var w wireError
	if json.Unmarshal(body, &w) != nil {
		return nil, false
	}
	if !asTheyAre[w.Error.Message] {
		if w.Error.Message = byCode[w.Error.Code]; w.Error.Message == "" {
			w.Error.Message = "this could not be answered"
		}
	}
	w.Error.Data = spoken(w.Error.Code, w.Error.Data)
	told, err := json.Marshal(w)
	return told, err == nil
}

// isError reports whether the answer has an error in the place of a result. It
// does not read the whole of it.
func isError(body []byte) bool {
	d := json.NewDecoder(bytes.NewReader(body))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return false
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return false
		}
		switch key {
		case "error":
			return true
		case "result":
			return false
		}
		var skip json.RawMessage
		if d.Decode(&skip) != nil {
			return false
		}
	}
	return false
}

var isVersion = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

// spoken is the data of an error for an unsupported version, which says what is
// supported; other data are left out.
func spoken(code int64, data json.RawMessage) json.RawMessage {
	var d mcp.UnsupportedProtocolVersionData
	if code != mcp.CodeUnsupportedProtocolVersion || json.Unmarshal(data, &d) != nil {
		return nil
	}
	if !isVersion.MatchString(d.Requested) {
		d.Requested = ""
	}
	data, err := json.Marshal(d)
	if err != nil {
		return nil
	}
	return data
}
