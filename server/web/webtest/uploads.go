package webtest

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/klauspost/compress/zstd"
)

const (
	session = "0b7c1c7e-1111-4222-8333-944455556666"
	project = "projects/-home-me-app/"
)

func uploadPaths() []Request {
	var rows []Request
	up := func(name, path string) {
		rows = append(rows, Request{Name: "upload to " + name, Raw: put("/inbox/v1/"+path, good+upKey, line), Status: 400})
	}
	for _, p := range []string{ // JZ-100, and all that means the same somewhere
		"claude-code/../codex/" + session + ".jsonl", "claude-code/" + project + "../../../../etc/passwd", "../../../etc/passwd", "claude-code/..", "claude-code/.", "..", ".",
		"claude-code/" + project + "./" + session + ".jsonl", "claude-code/" + project + "/" + session + ".jsonl", "/claude-code/" + project + session + ".jsonl",
		"claude-code/" + project + "%2e%2e/" + session + ".jsonl", "claude-code/%2E%2E/x", "claude-code/%2e./x", "claude-code/.%2e/x", "claude-code%2f..%2fcodex/x",
		"claude-code/" + project + "..%2f" + session + ".jsonl", "claude-code/" + project + "%252e%252e/" + session + ".jsonl", "claude-code/%25252e%25252e%25252fx",
		"claude-code/" + project + "..%252f" + session + ".jsonl", "claude-code/" + project + "%c0%ae%c0%ae/" + session + ".jsonl", "claude-code/" + project + "%e0%80%ae/" + session + ".jsonl",
		"claude-code/" + project + "%uff0e%uff0e/" + session + ".jsonl", "claude-code/" + project + session + ".jsonl%00", "claude-code/" + project + session + ".jsonl%00.txt",
		"claude-code/" + project + "%00" + session + ".jsonl", "claude-code/" + project + `..\` + session + ".jsonl", `claude-code\..\codex\x`, "claude-code/" + project + "..%5c" + session + ".jsonl",
		"claude-code/" + project + "%5c" + session + ".jsonl", "claude-code/" + project + session + ".jsonl%0d%0aX: y", "claude-code/" + project + session + ".jsonl%0a",
		"claude-code/" + project + session + ".jsonl%20", "claude-code/" + project + session + ".jsonl.", "claude-code/" + project + session + ".jsonl..", "claude-code/" + project + session + ".jsonl::$DATA",
		"claude-code/projects/CON/" + session + ".jsonl", "claude-code/projects/con/" + session + ".jsonl", "claude-code/projects/NUL/" + session + ".jsonl", "claude-code/projects/COM1/" + session + ".jsonl",
		"claude-code/projects/lpt9/" + session + ".jsonl", "claude-code/projects/aux/" + session + ".jsonl", "claude-code/C:/" + session + ".jsonl", "claude-code/projects/~/" + session + ".jsonl",
		"claude-code/" + project + session + ".jsonl?x=1", "claude-code/" + project + session + ".jsonl?", "claude-code/" + project + session + ".jsonl;v=1", "claude-code/" + project + session + ".jsonl/",
		"claude-code/" + project + "%2d" + session + ".jsonl", "claude-code/" + project + "*" + session + ".jsonl", "claude-code/" + project + "|" + session + ".jsonl", "claude-code/" + project + "$(id)/" + session + ".jsonl",
		"claude-code/" + project + "\xc3\xa4/" + session + ".jsonl", "claude-code/" + project + "%EF%BC%8E%EF%BC%8E/" + session + ".jsonl",
	} {
		up(printable(p), p)
	}
	for _, p := range []string{ // JZ-98, JZ-99: not the agent's own layout
		"", "claude-code", "claude-code/", "nobody/x.jsonl", "Claude-Code/" + project + session + ".jsonl", "claude-code/settings.json", "claude-code/CLAUDE.md", "claude-code/.credentials.json",
		"claude-code/" + project + "x.jsonl", "claude-code/" + project + session + ".json", "claude-code/" + project + session + ".jsonl.sh", "claude-code/" + session + ".jsonl", "claude-code/PROJECTS/-home-me-app/" + session + ".jsonl",
		"claude-code/" + project + "." + session + ".jsonl.project", "claude-code/projects/" + strings.Repeat("a", 256) + "/" + session + ".jsonl", "codex/" + project + session + ".jsonl",
		"codex/sessions/2026/13/01/rollout-2026-13-01T10-00-00-" + session + ".jsonl", "codex/auth.json", ".incoming/x/y",
		"claude-code/projects/-home-me-my_app/" + session + ".jsonl", // Claude Code writes a hyphen for every such character "claude-code/" + strings.Repeat("a/", 600) + "x", strings.Repeat("a", 2000) + "/x",
	} {
		name := p
		if len(name) > 80 {
			name = fmt.Sprintf("%s… (%d)", name[:60], len(p))
		}
		up("foreign layout "+name, p)
	}
	return append(rows, Request{Name: "escape that is none", Raw: put("/inbox/v1/claude-code/%zz", good+upKey, line), Status: 400},
		Request{Name: "raw NUL in the target", Raw: put(GoodPath+"\x00", good+upKey, line), Status: 400},
		Request{Name: "raw line feed in the target", Raw: put(GoodPath+"\nX", good+upKey, line), Status: 400})
}

func bodies() []Request {
	var rows []Request
	with := func(name string, status int, headers string, body []byte) {
		if !strings.Contains(headers, "Transfer-Encoding") && !strings.Contains(headers, "Content-Length") {
			headers += fmt.Sprintf("Content-Length: %d\r\n", len(body))
		}
		rows = append(rows, Request{Name: name, Raw: request("PUT", GoodPath, good+upKey+headers, ""), Body: body, Status: status})
	}
	text := []byte(line)
	for _, c := range []string{"br", "deflate", "compress", "x-gzip", "gzip, gzip", "gzip,identity", "identity, gzip", "zstd;q=1", "*", "gzip\x00", "none", "aes128gcm", "dcb"} { // JZ-106
		status := 415
		if strings.ContainsRune(c, 0) {
			status = 400
		}
		with("encoding "+printable(c), status, "Content-Encoding: "+c+"\r\n", gz(text))
	}
	with("encoding twice", 415, "Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n", gz(text))
	for _, p := range []string{"", " ", "a b", "a\tb", "ä", "a;b", "a\\b", "../etc", "a/../b", "..", "a\x01", "a,b", "<a>", strings.Repeat("a", 129), "a%2fb", "$HOME", "a:b"} { // JZ-108
		with("project "+printable(p)[:min(len(printable(p)), 40)], 400, "X-Jezero-Project: "+p+"\r\n", text)
	}
	with("project twice", 400, "X-Jezero-Project: a\r\nX-Jezero-Project: a\r\n", text)
	with("part of a file", 400, "Content-Range: bytes 0-15/16\r\n", text)

	// Sizes (JZ-102 to JZ-105).
	big := bytes.Repeat([]byte("a"), MaxBytes+1)
	with("one byte too many", 413, "", big)
	with("said to be too big", 413, fmt.Sprintf("Content-Length: %d\r\n", MaxBytes+1), nil)
	with("said to be far too big", 413, "Content-Length: 9223372036854775807\r\n", nil)
	with("chunked, one byte too many", 413, "Transfer-Encoding: chunked\r\n", chunked(big, 8192, true))
	with("chunked without end", 413, "Transfer-Encoding: chunked\r\n", chunked(bytes.Repeat(big, 8), 65536, false))
	zeros := make([]byte, 16*MaxBytes)
	with("gzip bomb", 413, "Content-Encoding: gzip\r\n", gz(zeros))
	with("zstd bomb", 413, "Content-Encoding: zstd\r\n", zst(zeros))
	with("chunked gzip bomb", 413, "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", chunked(gz(zeros), 1000, true))
	with("gzip one byte too many", 413, "Content-Encoding: gzip\r\n", gz(big))
	with("zstd one byte too many", 413, "Content-Encoding: zstd\r\n", zst(big))
	with("many gzip members", 413, "Content-Encoding: gzip\r\n", bytes.Repeat(gz(zeros[:MaxBytes/16]), 17))
	with("many zstd frames", 413, "Content-Encoding: zstd\r\n", bytes.Repeat(zst(zeros[:MaxBytes/16]), 17))
	with("zstd window of a gigabyte", 413, "Content-Encoding: zstd\r\n", []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa0, 0x01, 0x00, 0x00})

	with("zstd that says a terabyte", 413, "Content-Encoding: zstd\r\n", []byte{0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0})
	with("zstd bomb of one repeated byte", 413, "Content-Encoding: zstd\r\n", repeatedByte(MaxBytes))

	// Bodies that are not what they are said to be.
	with("zstd frame to skip, of four gigabytes", 400, "Content-Encoding: zstd\r\n", append([]byte{0x50, 0x2a, 0x4d, 0x18, 0xff, 0xff, 0xff, 0xff}, make([]byte, 100)...))
	with("gzip with a wrong length", 400, "Content-Encoding: gzip\r\n", flip(gz(text), -1))
	with("gzip with a wrong checksum of its header", 400, "Content-Encoding: gzip\r\n", append([]byte{0x1f, 0x8b, 8, 2, 0, 0, 0, 0, 0, 3, 0, 0}, gz(text)[10:]...))
	with("gzip with a name without end", 400, "Content-Encoding: gzip\r\n", append([]byte{0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3}, bytes.Repeat([]byte("a"), MaxBytes/2)...))
	with("gzip that is none", 400, "Content-Encoding: gzip\r\n", text)
	with("zstd that is none", 400, "Content-Encoding: zstd\r\n", text)
	with("gzip of nothing", 400, "Content-Encoding: gzip\r\n", nil)
	with("gzip cut short", 400, "Content-Encoding: gzip\r\n", gz(text)[:20])
	with("zstd cut short", 400, "Content-Encoding: zstd\r\n", zst(text, zstd.WithEncoderCRC(true))[:12])
	with("gzip with a wrong checksum", 400, "Content-Encoding: gzip\r\n", flip(gz(text), -8))
	with("zstd with a wrong checksum", 400, "Content-Encoding: zstd\r\n", flip(zst(text, zstd.WithEncoderCRC(true)), -1))
	with("gzip with something behind", 400, "Content-Encoding: gzip\r\n", append(gz(text), "behind"...))
	with("zstd with something behind", 400, "Content-Encoding: zstd\r\n", append(zst(text), "behind"...))
	with("chunk size that is none", 400, "Transfer-Encoding: chunked\r\n", []byte("zz\r\nabc\r\n0\r\n\r\n"))
	with("chunk size with a sign", 400, "Transfer-Encoding: chunked\r\n", []byte("-3\r\nabc\r\n0\r\n\r\n"))
	with("chunk size overflow", 400, "Transfer-Encoding: chunked\r\n", []byte("fffffffffffffffff\r\nabc\r\n0\r\n\r\n"))
	with("chunk without its line end", 400, "Transfer-Encoding: chunked\r\n", []byte("3\r\nabcX0\r\n\r\n"))
	return rows
}

// wire is about requests that two servers in a row could read differently.
func wire() []Request {
	body := "5\r\nhello\r\n0\r\n\r\n"
	raw := func(name string, status int, headers, body string) Request {
		return Request{Name: name, Raw: "PUT " + GoodPath + " HTTP/1.1\r\n" + good + upKey + headers + "Connection: close\r\n\r\n" + body, Status: status}
	}
	return []Request{
		raw("two lengths", 400, "Content-Length: 5\r\nContent-Length: 6\r\n", "hello!"),
		raw("two lengths in a list", 400, "Content-Length: 5, 6\r\n", "hello!"),
		raw("negative length", 400, "Content-Length: -1\r\n", ""),
		raw("length with a sign", 400, "Content-Length: +5\r\n", "hello"),
		raw("length in hex", 400, "Content-Length: 0x5\r\n", "hello"),
		raw("length that overflows", 400, "Content-Length: 99999999999999999999\r\n", "hello"),
		raw("unknown transfer coding", 501, "Transfer-Encoding: gzip, chunked\r\n", body),
		raw("transfer coding identity", 501, "Transfer-Encoding: identity\r\nContent-Length: 5\r\n", "hello"),
		raw("two transfer codings", 501, "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", body),
		raw("transfer coding with junk", 501, "Transfer-Encoding: xchunked\r\n", body),
		raw("transfer coding with a vertical tab", 400, "Transfer-Encoding: \x0bchunked\r\n", body),
		raw("blank in a header name", 400, "Content Length: 5\r\n", "hello"),
		raw("header without colon", 400, "nonsense\r\n", ""),
		raw("folded header", 400, "X-Jezero-Project: a\r\n b\r\n", ""),
		raw("NUL in a header", 400, "X-Jezero-Project: a\x00b\r\n", ""),
		raw("bare carriage return in a header", 400, "X-A: b\rX-Jezero-Project: c\r\n", ""),
		raw("expectation that no one has", 417, "Expect: magic\r\nContent-Length: 5\r\n", "hello"),
		raw("headers too long", 431, "X-A: "+strings.Repeat("a", 64<<10)+"\r\n", ""),
		raw("too many headers", 431, strings.Repeat("X-A: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", 2000), ""),
		raw("two hosts", 400, "Host: evil.example\r\n", ""),
		raw("chunked and a length", 201, "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", body),
		raw("chunked with a comma", 501, "Transfer-Encoding: chunked,\r\n", body),
		raw("blank before the colon of the transfer coding", 400, "Transfer-Encoding : chunked\r\n", body),
		raw("length as a trailer", 400, "Trailer: Content-Length\r\nTransfer-Encoding: chunked\r\n", "5\r\nhello\r\n0\r\nContent-Length: 9\r\n\r\n"),
		raw("trailers without end", 400, "Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n0\r\nX-A: "+strings.Repeat("a", 200<<10)),
		raw("chunk extensions larger than the chunks", 400, "Transfer-Encoding: chunked\r\n", strings.Repeat("1;"+strings.Repeat("a", 3000)+"\r\nx\r\n", 200)+"0\r\n\r\n"),
		raw("chunks that end in line feeds", 400, "Transfer-Encoding: chunked\r\n", "5\nhello\n0\n\n"),
		raw("line feed in a chunk extension", 400, "Transfer-Encoding: chunked\r\n", "5;\nhello\r\n0\r\n\r\n"),
		raw("five thousand headers", 431, manyHeaders(5000), ""),
		// The key as a trailer is none, and a project as a trailer is none either.
		{Name: "key as a trailer", Raw: "PUT " + GoodPath + " HTTP/1.1\r\n" + good + "Trailer: Authorization\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n0\r\n" + upKey + "\r\n", Status: 401},
		raw("project as a trailer", 200, "Trailer: X-Jezero-Project\r\nTransfer-Encoding: chunked\r\n", "5\r\nhello\r\n0\r\nX-Jezero-Project: ../etc\r\n\r\n"),
		// Who waits to be told to go on is answered without having sent a byte.
		waiting("wait with an unknown key", 401, GoodPath, good+"Authorization: Bearer nope\r\n"),
		waiting("wait without a key", 401, GoodPath, good),
		waiting("wait with a key that reads", 403, GoodPath, good+"Authorization: Bearer $R\r\n"),
		waiting("wait with a bad path", 400, GoodPath+"x", good+upKey),
		waiting("wait with a foreign host", 421, GoodPath, "Host: evil.example\r\n"+upKey),
		waiting("wait with a foreign origin", 403, GoodPath, good+upKey+"Origin: null\r\n"),
		waiting("wait with a bad project", 400, GoodPath, good+upKey+"X-Jezero-Project: ..\r\n"),
		waiting("wait with an unknown encoding", 415, GoodPath, good+upKey+"Content-Encoding: br\r\n"),
		waiting("wait where nothing is", 404, "/nowhere", good+upKey),
		{Name: "wait with too much", Raw: strings.Replace(waiting("", 0, GoodPath, good+upKey).Raw, "Content-Length: 5", "Content-Length: 99999999", 1), Status: 413},
		// HTTP/2 and WebSocket are not spoken; the request is the one it is.
		{Name: "upgrade to HTTP/2 in clear", Raw: request("POST", "/mcp", good+"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n", ""), Status: 401, Header: "Upgrade", Value: ""},
		{Name: "upgrade to WebSocket", Raw: request("GET", "/api/v1/overview", good+upKey+"Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n", ""), Status: 200, Header: "Upgrade", Value: ""},
		{Name: "HTTP/2 without asking", Raw: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00", Status: 421},
		{Name: "folded line before the first header", Raw: "GET /healthz HTTP/1.1\r\n Host: evil.example\r\n" + good + "\r\n", Status: 400},
		{Name: "empty lines before the request", Raw: "\r\n\r\nGET /healthz HTTP/1.1\r\n" + good + "\r\n", Status: 400},
		{Name: "NUL in the method", Raw: "G\x00T /healthz HTTP/1.1\r\n" + good + "\r\n", Status: 400},
		{Name: "method without end", Raw: strings.Repeat("A", 40<<10) + " /healthz HTTP/1.1\r\n" + good + "\r\n", Status: 431},
		{Name: "absolute target of our public name", Raw: request("GET", "https://memory.example.org:8443/healthz", good, ""), Status: 400},
		{Name: "absolute target of another scheme", Raw: request("GET", "ftp://localhost/healthz", good, ""), Status: 400},
		{Name: "target that looks like another host", Raw: request("GET", "//localhost/healthz", good, ""), Status: 404},
		{Name: "route behind a question mark", Raw: request("GET", "/healthz?/../mcp", good, ""), Status: 200},
		{Name: "no host", Raw: "PUT " + GoodPath + " HTTP/1.1\r\n" + upKey + "Content-Length: 5\r\n\r\nhello", Status: 400},
		{Name: "no version", Raw: "GET /healthz\r\n\r\n", Status: 400},
		{Name: "version of the future", Raw: "GET /healthz HTTP/3.0\r\n" + good + "\r\n", Status: 505},
		{Name: "version that is none", Raw: "GET /healthz HTTP/1.x\r\n" + good + "\r\n", Status: 400},
		{Name: "HTTP/2 preface", Raw: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", Status: 421},
		{Name: "TLS hello", Raw: "\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03\r\n\r\n", Status: 400},
		{Name: "blank in the target", Raw: "GET /health z HTTP/1.1\r\n" + good + "\r\n", Status: 400},
		{Name: "method with a blank before", Raw: " GET /healthz HTTP/1.1\r\n" + good + "\r\n", Status: 400},
		{Name: "target without a slash", Raw: "GET healthz HTTP/1.1\r\n" + good + "\r\n", Status: 400},
		{Name: "fragment in the target", Raw: "GET /healthz#x HTTP/1.1\r\n" + good + "Connection: close\r\n\r\n", Status: 404},
		{Name: "a request in the body of another", Raw: put(GoodPath, good, "PUT "+GoodPath+" HTTP/1.1\r\n"+good+upKey+"Content-Length: 1\r\n\r\nx"), Status: 401},
	}
}

// waiting is an upload whose client sends nothing more before it is told to go on.
func waiting(name string, status int, path, headers string) Request {
	return Request{Name: name, Raw: "PUT " + path + " HTTP/1.1\r\n" + headers + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n", Status: status}
}

func manyHeaders(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "X-%d: a\r\n", i)
	}
	return b.String()
}

// chunked splits a body into chunks; without an end the last one is missing.
func chunked(body []byte, size int, end bool) []byte {
	var b bytes.Buffer
	for len(body) > 0 {
		n := min(size, len(body))
		fmt.Fprintf(&b, "%x\r\n%s\r\n", n, body[:n])
		body = body[n:]
	}
	if end {
		b.WriteString("0\r\n\r\n")
	}
	return b.Bytes()
}

// repeatedByte is a zstd frame of blocks that are one byte each and unpack to
// 128 KiB: more than n bytes in all.
func repeatedByte(n int) []byte {
	const block = 128 << 10
	frame := []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58}
	for range n/block + 1 {
		h := block<<3 | 1<<1
		frame = append(frame, byte(h), byte(h>>8), byte(h>>16), 'a')
	}
	return append(frame, 1, 0, 0)
}

// flip changes one bit of the byte at an offset from the end.
func flip(b []byte, at int) []byte {
	b[len(b)+at] ^= 1
	return b
}
