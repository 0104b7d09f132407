package web_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"jezero/corpus"
	"jezero/server/web/webtest"
)

var (
	loadFor     = flag.Duration("load", time.Second, "how long TestLoad loads the program")
	loadClients = flag.Int("load.clients", 20, "how many clients TestLoad has at once")
)

// Many clients mix MCP calls and uploads: every answer is a promised one and
// the program's memory stays bounded. Run it with -load 60s -load.clients 200
// -v for the table in the documentation.
func TestLoad(t *testing.T) {
	samples := t.TempDir()
	if err := corpus.ExtractSessions(samples); err != nil {
		t.Fatal(err)
	}
	p := serveBuilt(t, fmt.Sprintf("[[connectors]]\nname = \"sample\"\ntype = \"claude-code\"\nroot = %q\n", filepath.Join(samples, "claude-code")))
	transport := &http.Transport{MaxIdleConnsPerHost: *loadClients}
	defer transport.CloseIdleConnections()

	type sample struct {
		kind   string
		status int
		took   time.Duration
	}
	var mu sync.Mutex
	var all []sample
	upload := bytes.Repeat([]byte(`{"type":"user","message":{"content":"a line of a session"}}`+"\n"), 4000) // 240 KB
	end := time.Now().Add(*loadFor)
	one := func(kind, method, path string, body []byte, key string) (sample, error) {
		req, err := http.NewRequest(method, "http://"+p.Addr+path, bytes.NewReader(body))
		if err != nil {
			return sample{}, err
		}
		req.Header.Set("Authorization", "Bearer "+key)
		if kind != "upload" {
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Accept", "application/json, text/event-stream")
			req.Header.Set("MCP-Protocol-Version", "2025-06-18")
		}
		started := time.Now()
		resp, err := transport.RoundTrip(req)
		if err != nil {
			return sample{}, err
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err == nil && resp.StatusCode == 200 && kind != "upload" && kind != "overview" && !bytes.Contains(text, []byte(`"result"`)) {
			err = fmt.Errorf("%s: no result", kind)
		}
		return sample{kind, resp.StatusCode, time.Since(started)}, err
	}
	call := func(tool, arguments string) []byte {
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments)
	}
	var wg sync.WaitGroup
	for n := range *loadClients {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(1, uint64(n)))
			var own []sample
			for time.Now().Before(end) {
				var s sample
				var err error
				switch r.IntN(10) {
				case 0, 1:
					path := strings.Replace(webtest.GoodPath, "0b7c1c7e", fmt.Sprintf("%08x", r.IntN(500)), 1)
					s, err = one("upload", "PUT", path, upload, p.UploadKey)
				case 2:
					s, err = one("overview", "GET", "/api/v1/overview", nil, p.ReadKey)
				case 3, 4, 5:
					s, err = one("search", "POST", "/mcp", call("search", `{"query":"test error retry"}`), p.ReadKey)
				case 6, 7:
					s, err = one("timeline", "POST", "/mcp", call("timeline", `{"limit":5}`), p.UploadKey)
				default:
					s, err = one("get_item", "POST", "/mcp", call("get_item", `{"id":"mzzzzzzzz"}`), p.ReadKey)
				}
				if err != nil {
					t.Errorf("a request failed: %v", err)
					break
				}
				own = append(own, s)
			}
			mu.Lock()
			all = append(all, own...)
			mu.Unlock()
		})
	}
	wg.Wait()
	byKind := map[string][]time.Duration{}
	for _, s := range all {
		if s.status != 200 && !(s.kind == "upload" && s.status == 201) {
			t.Errorf("%s: status %d", s.kind, s.status)
		}
		byKind[s.kind] = append(byKind[s.kind], s.took)
	}
	if len(byKind) != 5 || len(all) < 20 {
		t.Errorf("only %d requests of %d kinds", len(all), len(byKind))
	}
	for _, kind := range []string{"search", "timeline", "get_item", "overview", "upload"} {
		took := byKind[kind]
		slices.Sort(took)
		if n := len(took); n > 0 {
			t.Logf("%-9s %7d requests  p50 %6.1f ms  p95 %6.1f ms  p99 %6.1f ms  max %6.1f ms", kind, n, ms(took[n/2]), ms(took[n*95/100]), ms(took[n*99/100]), ms(took[n-1]))
		}
	}
	if cpu, ok := cpuTime(p.cmd.Process.Pid); ok {
		t.Logf("processor time of the program %.2f ms a request", ms(cpu)/float64(len(all)))
	}
	t.Logf("%d requests, %.0f a second, %d clients, %v", len(all), float64(len(all))/loadFor.Seconds(), *loadClients, *loadFor)
	if peak, ok := peakMemory(p.cmd.Process.Pid); ok {
		t.Logf("peak memory of the program %d MB", peak>>20)
		if peak > 512<<20 {
			t.Errorf("the program took %d MB", peak>>20)
		}
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// cpuTime is the processor time that a process has taken, where the system
// tells. The tick of /proc is a hundredth of a second.
func cpuTime(pid int) (time.Duration, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	f := strings.Fields(rest)
	if len(f) < 13 {
		return 0, false
	}
	user, err1 := strconv.Atoi(f[11])
	system, err2 := strconv.Atoi(f[12])
	return time.Duration(user+system) * 10 * time.Millisecond, err1 == nil && err2 == nil
}

// peakMemory is a process's highest resident size in bytes, where the system
// tells.
func peakMemory(pid int) (int64, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(text)) {
		var kb int64
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kb); n == 1 {
			return kb << 10, true
		}
	}
	return 0, false
}
