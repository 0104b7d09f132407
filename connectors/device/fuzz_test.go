package device

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"jezero/connectors/device/client"
)

// Whatever an agent writes, the bridge answers in lines of JSON, never shows
// the key, and answers the call that comes last.
func FuzzBridge(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`))
	f.Add([]byte("{\n}\n[]\nnull\n\"x\"\n"))
	f.Add([]byte(`{"id":{"a":1},"method":"x","params":7}` + "\n" + `{"id":1}`))
	f.Add([]byte(`{"method":"notifications/cancelled","params":{"requestId":"last"}}`))
	f.Add([]byte(`{"id":2,"method":"a\u0000b","params":{"name":"\n","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28\n"}}}`))
	srv := httptest.NewServer(http.HandlerFunc(echo))
	f.Cleanup(srv.Close)
	c, err := client.New(client.Credentials{URL: srv.URL, Key: bridgeKey}, time.Minute)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		if bytes.Contains(in, []byte(`last`)) {
			return // its own last call may be cancelled
		}
		var out bytes.Buffer
		b := Bridge{Client: c}
		if err := b.Run(t.Context(), strings.NewReader(string(in)+"\n"+`{"jsonrpc":"2.0","id":"last","method":"ping"}`+"\n"), &out); err != nil {
			t.Fatal(err)
		}
		answered := false
		for line := range bytes.Lines(out.Bytes()) {
			if !json.Valid(line) {
				t.Errorf("not JSON: %q", line)
			}
			answered = answered || bytes.Contains(line, []byte(`"id":"last","result"`))
		}
		if !answered {
			t.Errorf("the last call was not answered: %q", out.Bytes())
		}
		if bytes.Contains(out.Bytes(), []byte(bridgeKey)) {
			t.Error("the key is shown")
		}
	})
}
