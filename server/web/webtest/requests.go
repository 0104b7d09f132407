package webtest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Requests is the table.
func Requests() []Request {
	var rows []Request
	rows = append(rows, hosts()...)
	rows = append(rows, origins()...)
	rows = append(rows, credentials()...)
	rows = append(rows, routes()...)
	rows = append(rows, uploadPaths()...)
	rows = append(rows, bodies()...)
	rows = append(rows, wire()...)
	return rows
}

const (
	good  = "Host: $A\r\n"
	upKey = "Authorization: Bearer $K\r\n"
)

// request builds a request head and body; headers come with their line ends.
func request(method, path, headers, body string) string {
	if body != "" && !strings.Contains(headers, "Content-Length") && !strings.Contains(headers, "Transfer-Encoding") {
		headers += fmt.Sprintf("Content-Length: %d\r\n", len(body))
	}
	return method + " " + path + " HTTP/1.1\r\n" + headers + "Connection: close\r\n\r\n" + body
}

func put(path, headers, body string) string { return request("PUT", path, headers, body) }

const line = `{"type":"user"}` + "\n"

func hosts() []Request {
	var rows []Request
	// An upload with the right key, under a name that is not ours (JZ-132).
	for _, host := range []string{
		"evil.example", "evil.example:8765", "127.0.0.1.evil.example", "localhost.evil.example", "evillocalhost",
		"localhost.", "localhost.:8765", "127.0.0.1.", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1",
		"127.0.0.01", "127.0.0.2", "0.0.0.0", "0.0.0.0:8765", "0", "[::]", "[::]:8765", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::2]",
		"127.0.0.1:", "127.0.0.1:0", "127.0.0.1:08765", "127.0.0.1:65536", "127.0.0.1:999999", "[::1]:", "[::1]x",
		"memory.example.org:8444", "memory.example.org:443", "sub.memory.example.org", "example.org", "memory.example.org.",
		"box.lan:1", "box.lan.", "exact.example", "exact.example:9998", "box", "*", "_", "-", "..", ".localhost", "xn--lcalhost-8be",
		"[2001:db8::8]", "[2001:db8::7]:1",
	} {
		rows = append(rows, Request{Name: "host " + host, Raw: put(GoodPath, "Host: "+host+"\r\n"+upKey, line), Status: 421})
	}
	// The same on every route, with the right key and with none (JZ-129).
	for _, path := range []string{"/mcp", "/api/v1/overview", "/client/jezero-client.tar.gz", "/healthz", "/nowhere", "/.well-known/oauth-protected-resource"} {
		method := "GET"
		if path == "/mcp" {
			method = "POST"
		}
		rows = append(rows,
			Request{Name: "host on " + path, Raw: request(method, path, "Host: evil.example\r\n"+upKey, ""), Status: 421},
			Request{Name: "host and no key on " + path, Raw: request(method, path, "Host: evil.example\r\n", ""), Status: 421},
			Request{Name: "origin on " + path, Raw: request(method, path, good+upKey+"Origin: https://evil.example\r\n", ""), Status: 403},
			Request{Name: "origin and no key on " + path, Raw: request(method, path, good+"Origin: https://evil.example\r\n", ""), Status: 403})
	}
	// Names that are ours (JZ-130).
	for _, host := range []string{
		"127.0.0.1", "127.0.0.1:1", "localhost", "LOCALHOST:99", "LocalHost:65535", "[::1]", "[::1]:8765", "[0:0:0:0:0:0:0:1]:80", "[0::1]",
		"memory.example.org", "memory.example.org:8443", "MEMORY.Example.ORG", "box.lan", "exact.example:9999", "[2001:db8::7]", "[2001:0db8:0::7]",
	} {
		rows = append(rows, Request{Name: "our host " + host, Raw: request("GET", "/healthz", "Host: "+host+"\r\n", ""), Status: 200})
	}
	// And the tools behind them, also through a proxy's name.
	for _, headers := range []string{good, "Host: memory.example.org\r\nOrigin: https://memory.example.org:8443\r\n", "Host: box.lan\r\n", "Host: [::1]:1\r\nOrigin: http://localhost:3000\r\n"} {
		rows = append(rows, Request{Name: "tools at " + printable(headers), Raw: request("POST", "/mcp", headers+"Authorization: Bearer $R\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n",
			`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`), Status: 200})
	}
	return append(rows,
		Request{Name: "forwarded host does not count", Raw: put(GoodPath, "Host: evil.example\r\nX-Forwarded-Host: localhost\r\nForwarded: host=localhost\r\nX-Host: localhost\r\n"+upKey, line), Status: 421},
		Request{Name: "forwarded foreign host does not count either", Raw: request("GET", "/healthz", good+"X-Forwarded-Host: evil.example\r\n", ""), Status: 200},
		Request{Name: "empty host", Raw: put(GoodPath, "Host: \r\n"+upKey, line), Status: 421},
		Request{Name: "no host in HTTP/1.0", Raw: "GET /healthz HTTP/1.0\r\n\r\n", Status: 421},
		Request{Name: "absolute target of a foreign host", Raw: put("http://evil.example"+GoodPath, good+upKey, line), Status: 421},
		Request{Name: "absolute target of our host", Raw: put("http://localhost"+GoodPath, good+upKey, line), Status: 400},
		Request{Name: "absolute target with user", Raw: put("http://localhost@evil.example"+GoodPath, good+upKey, line), Status: 421},
		Request{Name: "host with user", Raw: put(GoodPath, "Host: me@localhost\r\n"+upKey, line), Status: 400},
		Request{Name: "OPTIONS * of a foreign host", Raw: "OPTIONS * HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", Status: 421},
		Request{Name: "OPTIONS *", Raw: "OPTIONS * HTTP/1.1\r\n" + good + "Connection: close\r\n\r\n", Status: 400},
		Request{Name: "CONNECT", Raw: "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\nConnection: close\r\n\r\n", Status: 421},
		Request{Name: "CONNECT to ourselves", Raw: "CONNECT localhost:443 HTTP/1.1\r\nHost: localhost:443\r\nConnection: close\r\n\r\n", Status: 400},
	)
}

func origins() []Request {
	var rows []Request
	for _, origin := range []string{ // JZ-133
		"null", "", "http://evil.example", "https://localhost", "https://127.0.0.1:8765", "http://localhost.evil.example", "http://localhost.",
		"http://127.0.0.1@evil.example", "http://evil.example/http://localhost", "http://localhost/", "http://localhost/x", "localhost", "//localhost",
		"http:localhost", "file://", "http://", "http://[::1", "http://::1", "http://memory.example.org:8443", "https://memory.example.org",
		"https://memory.example.org:8444", "https://memory.example.org.:8443", "http://box.lan", "http://0.0.0.0:8765", "http://127.0.0.2",
		"http://localhost:", "http://localhost:99999", "http://localhost http://evil.example", "http://localhost,http://evil.example",
		"chrome-extension://localhost", "ws://localhost", "javascript://localhost", "http://[::ffff:127.0.0.1]", "http://2130706433",
	} {
		rows = append(rows, Request{Name: "origin " + origin, Raw: put(GoodPath, good+upKey+"Origin: "+origin+"\r\n", line), Status: 403})
	}
	for _, origin := range []string{ // JZ-131
		"http://127.0.0.1", "http://127.0.0.1:5173", "http://localhost:3000", "http://[::1]:80", "https://memory.example.org:8443", "HTTP://LOCALHOST",
	} {
		rows = append(rows, Request{Name: "our origin " + origin, Raw: request("GET", "/healthz", good+"Origin: "+origin+"\r\n", ""), Status: 200})
	}
	return append(rows,
		Request{Name: "two origins", Raw: put(GoodPath, good+upKey+"Origin: http://localhost\r\nOrigin: http://localhost\r\n", line), Status: 403},
		Request{Name: "foreign host before foreign origin", Raw: put(GoodPath, "Host: evil.example\r\nOrigin: null\r\n"+upKey, line), Status: 421},
		Request{Name: "foreign origin before method", Raw: request("DELETE", "/healthz", good+"Origin: null\r\n", ""), Status: 403},
		Request{Name: "preflight from a foreign page", Raw: request("OPTIONS", "/mcp", good+"Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n", ""), Status: 403},
		Request{Name: "preflight from our page", Raw: request("OPTIONS", "/mcp", good+"Origin: http://localhost\r\nAccess-Control-Request-Method: POST\r\n", ""), Status: 405, Header: "Access-Control-Allow-Origin", Value: ""},
	)
}

func credentials() []Request {
	realm := func(r Request) Request {
		r.Status, r.Header, r.Value = 401, "WWW-Authenticate", `Bearer realm="jezero"`
		return r
	}
	var rows []Request
	for _, headers := range []string{
		"", "Authorization: \r\n", "Authorization: Bearer\r\n", "Authorization: Bearer \r\n", "Authorization: $K\r\n", "Authorization: Token $K\r\n",
		"Authorization: Basic $K\r\n", "Authorization: Bearer\t$K\r\n", "Authorization: Bearer $K extra\r\n", "Authorization: Bearer $K,\r\n",
		"Authorization: Bearer \"$K\"\r\n", "Authorization: Bearer $K, Bearer $K\r\n", "Authorization: BearerX $K\r\n", "Authorization: Bearer=$K\r\n",
		"Authorization: Bearer $K$K\r\n", "Authorization: Bearer $Kx\r\n", "Authorization: Bearer =\r\n", "Authorization: Bearer unknown-key\r\n",
		"Authorization: Bearer k\xffy\r\n", "Authorization: Bearer " + strings.Repeat("a", 600) + "\r\n",
		"Authorization: Bearer $K\r\nAuthorization: Bearer $K\r\n", "Authorization: Bearer $K\r\nAuthorization: Bearer $R\r\n",
		"Authorization: Bearer $K\r\nAuthorization: Bearer $K\r\nX-API-Key: $K\r\n", "Authorization: Bearer $R\r\nAuthorization: Basic $R\r\nX-API-Key: $K\r\n",
		"Authorization: Bearer $K\r\nX-API-Key: $R\r\n", "Authorization: Bearer $K\r\nX-API-Key: \r\n", "Authorization: Basic $K\r\nX-API-Key: $K\r\n",
		"X-API-Key: $K\r\nX-API-Key: $K\r\n", "X-API-Key: Bearer $K\r\n", "X-API-Key: $K, $R\r\n", "X-Api-Token: $K\r\n", "Proxy-Authorization: Bearer $K\r\n",
		"Cookie: key=$K\r\n", "Authorization : Bearer $K\r\n",
	} {
		row := realm(Request{Name: "upload with " + printable(headers), Raw: put(GoodPath, good+headers, line)})
		if strings.HasPrefix(headers, "Authorization :") {
			row = Request{Name: row.Name, Raw: row.Raw, Status: 400} // a blank before the colon is no header
		}
		rows = append(rows, row)
	}
	for _, path := range []string{"/mcp", "/api/v1/overview"} { // JZ-61
		method := map[string]string{"/mcp": "POST", "/api/v1/overview": "GET"}[path]
		rows = append(rows,
			realm(Request{Name: "no key on " + path, Raw: request(method, path, good, "")}),
			realm(Request{Name: "unknown key on " + path, Raw: request(method, path, good+"Authorization: Bearer nope\r\n", "")}),
			realm(Request{Name: "two keys on " + path, Raw: request(method, path, good+upKey+"X-API-Key: $R\r\n", "")}),
			realm(Request{Name: "key in the query of " + path, Raw: request(method, path+"?token=$K", good, "")}),
			realm(Request{Name: "key in the query of " + path + " beside the header", Raw: request(method, path+"?x=1&api_key=abc", good+upKey, "")}))
	}
	// JL-63, JZ-71
	for _, query := range []string{
		"key=$K", "token=$K", "access_token=$K", "api-key=$K", "apikey=abc", "X-API-Key=$K", "Authorization=Bearer%20$K", "x=$K", "a=1&b=2&c=$K",
		"a=1;c=$K", "to%6ben=$K", "TOKEN=x", "$K", "=$K", "x=%" + "24", "q=$R",
	} {
		row := realm(Request{Name: "query " + query, Raw: request("GET", "/api/v1/overview?"+query, good+upKey, "")})
		if query == "x=%24" {
			row = Request{Name: row.Name, Raw: row.Raw, Status: 200} // no key: the query means nothing
		}
		rows = append(rows, row)
	}
	return append(rows,
		Request{Name: "read key uploads", Raw: put(GoodPath, good+"Authorization: Bearer $R\r\n", line), Status: 403}, // JZ-96
		Request{Name: "read key uploads to a bad path", Raw: put("/inbox/v1/nobody/x", good+"Authorization: Bearer $R\r\n", line), Status: 403},
		realm(Request{Name: "key in the query of a public route", Raw: request("GET", "/healthz?key=$K", good, "")}),
		realm(Request{Name: "key as user of the target", Raw: put(GoodPath, good+"Authorization: Basic "+"$K"+"\r\n", line)}),
		Request{Name: "bearer in lower case", Raw: request("GET", "/api/v1/overview", good+"authorization: bearer $R\r\n", ""), Status: 200},
		Request{Name: "bearer with two blanks", Raw: request("GET", "/api/v1/overview", good+"Authorization: Bearer  $R\r\n", ""), Status: 200},
		Request{Name: "alias", Raw: request("GET", "/api/v1/overview", good+"X-API-Key: $R\r\n", ""), Status: 200},
		Request{Name: "both headers, one key", Raw: request("GET", "/api/v1/overview", good+"X-API-Key: $R\r\nAuthorization: Bearer $R\r\n", ""), Status: 200},
	)
}

func routes() []Request {
	var rows []Request
	for _, path := range []string{ // no OAuth, and no second spelling of a route
		"/", "/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-authorization-server",
		"/.well-known/openid-configuration", "/authorize", "/token", "/register", "/mcp/", "//mcp", "/mcp/..", "/./mcp", "/%6dcp", "/MCP", "/mcp%00",
		"/mcp;x", "/api/v1/overview/", "/api/v1//overview", "/api/v1/../v1/overview", "/API/v1/overview", "/healthz/", "/healthz/../mcp", "/inbox/v1", "/inbox/v2/x/y",
		"/inbox/../inbox/v1/claude-code/x", "/%69nbox/v1/claude-code/x", "//inbox/v1/claude-code/x", "/inbox//v1/claude-code/x", "/Inbox/v1/claude-code/x",
		"/client/", "/client/../client/jezero-client.tar.gz", "/client/jezero-client.tar.gz/", "/client/%2e%2e/healthz", "/debug/pprof/", "/metrics",
	} {
		rows = append(rows, Request{Name: "route " + path, Raw: request("GET", path, good+upKey, ""), Status: 404})
	}
	for path, methods := range map[string][]string{
		"/api/v1/overview":             {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"},
		"/client/jezero-client.tar.gz": {"POST", "PUT", "DELETE"},
		"/healthz":                     {"POST", "PUT", "DELETE"},
		GoodPath:                       {"GET", "HEAD", "POST", "DELETE", "PATCH", "MOVE", "MKCOL", "put"},
		"/mcp":                         {"PUT", "PATCH", "HEAD", "TRACE"},
	} {
		for _, m := range methods {
			rows = append(rows, Request{Name: "method " + m + " on " + path, Raw: request(m, path, good+upKey, ""), Status: 405})
		}
	}
	return append(rows,
		Request{Name: "method override", Raw: request("POST", GoodPath, good+upKey+"X-HTTP-Method-Override: PUT\r\n", line), Status: 405},
		Request{Name: "target rewrite headers do not count", Raw: request("GET", "/healthz", good+"X-Original-URL: /mcp\r\nX-Rewrite-URL: /mcp\r\n", ""), Status: 200},
		Request{Name: "bundle without a key", Raw: request("GET", "/client/jezero-client.tar.gz", good, ""), Status: 200, Header: "Content-Type", Value: "application/gzip"}, // JZ-117
	)
}

// printable names a row after header lines.
func printable(headers string) string {
	s := strings.NewReplacer("\r\n", " | ", "\t", "<tab>", "\xff", "<ff>", "\x00", "<nul>").Replace(headers)
	if len(s) > 90 {
		s = s[:90]
	}
	if s == "" {
		return "no key"
	}
	return s
}

func gz(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text) //nolint:errcheck // into memory
	w.Close()     //nolint:errcheck
	return b.Bytes()
}

func zst(text []byte, opts ...zstd.EOption) []byte {
	w, err := zstd.NewWriter(nil, opts...)
	if err != nil {
		panic("webtest: internal error: " + err.Error())
	}
	return w.EncodeAll(text, nil)
}
