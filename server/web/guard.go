package web

import (
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// guard knows the Host and Origin values that are answered. It is the first
// thing every request meets, on every route and before the key is looked at:
// a page in a browser that was tricked into talking to this server (DNS
// rebinding) learns nothing, not even whether a key is right.
type guard struct {
	exact   map[string]bool // host or host:port, canonical
	anyPort map[string]bool // host, canonical, on any port
	origins map[string]bool // scheme://host:port, canonical
}

// newGuard lists what JZ-130 and JZ-131 name. Hosts of allowed_hosts without a
// port are also answered on the port the server listens on.
func newGuard(host string, port int, allowed []string, publicURL string) *guard {
	g := &guard{exact: map[string]bool{}, anyPort: map[string]bool{}, origins: map[string]bool{}}
	for _, h := range []string{"127.0.0.1", "localhost", "[::1]", host} {
		if name, port, ok := splitHost(bracketed(h)); ok && port == "" && !wildcard(name) {
			g.anyPort[name] = true
		}
	}
	for _, h := range allowed {
		name, p, ok := splitHost(bracketed(h))
		if !ok || wildcard(name) {
			continue
		}
		if p != "" {
			g.exact[name+":"+p] = true
			continue
		}
		g.exact[name] = true
		if port > 0 {
			g.exact[name+":"+strconv.Itoa(port)] = true
		}
	}
	if u, err := url.Parse(publicURL); err == nil && u.Host != "" {
		if name, p, ok := splitHost(u.Host); ok {
			if p == "" {
				p = defaultPort(u.Scheme)
			}
			g.exact[name] = true
			g.exact[name+":"+p] = true
			g.origins[strings.ToLower(u.Scheme)+"://"+name+":"+p] = true
		}
	}
	return g
}

func defaultPort(scheme string) string {
	if strings.EqualFold(scheme, "https") {
		return "443"
	}
	return "80"
}

// bracketed puts the brackets around an IPv6 address that a configuration has
// without them.
func bracketed(h string) string {
	if a, err := netip.ParseAddr(h); err == nil && a.Is6() {
		return "[" + h + "]"
	}
	return h
}

// wildcard addresses are where a server listens, never what a caller names
// (JZ-135).
func wildcard(name string) bool {
	a, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return err == nil && a.IsUnspecified()
}

// splitHost takes a Host value apart: a canonical host (lower case; IPv6
// shortest, in brackets) and a port, "" without one. Anything that is not
// exactly that is refused, among it a trailing dot, user info, a zone, an
// empty port and a port with leading zeros.
func splitHost(s string) (host, port string, ok bool) {
	if s == "" || len(s) > 262 {
		return "", "", false
	}
	rest := ""
	if s[0] == '[' {
		end := strings.IndexByte(s, ']')
		if end < 0 {
			return "", "", false
		}
		a, err := netip.ParseAddr(s[1:end])
		if err != nil || !a.Is6() || a.Zone() != "" {
			return "", "", false
		}
		host, rest = "["+a.String()+"]", s[end+1:]
	} else {
		end := strings.IndexByte(s, ':')
		if end < 0 {
			end = len(s)
		}
		host, rest = strings.ToLower(s[:end]), s[end:]
		if !hostChars(host) {
			return "", "", false
		}
	}
	if rest == "" {
		return host, "", true
	}
	port = rest[1:]
	if rest[0] != ':' || port == "" || len(port) > 5 || port[0] == '0' {
		return "", "", false
	}
	for i := 0; i < len(port); i++ {
		if port[i] < '0' || port[i] > '9' {
			return "", "", false
		}
	}
	if n, err := strconv.Atoi(port); err != nil || n > 65535 {
		return "", "", false
	}
	return host, port, true
}

// hostChars accepts a name of letters, digits, hyphens and inner dots.
func hostChars(h string) bool {
	if h == "" || h[0] == '.' || h[len(h)-1] == '.' {
		return false
	}
	for i := 0; i < len(h); i++ {
		switch c := h[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-', c == '_':
		case c == '.' && h[i-1] != '.':
		default:
			return false
		}
	}
	return true
}

// host reports whether the Host value is one of ours.
func (g *guard) host(h string) bool {
	name, port, ok := splitHost(h)
	if !ok {
		return false
	}
	if g.anyPort[name] {
		return true
	}
	if port == "" {
		return g.exact[name]
	}
	return g.exact[name+":"+port]
}

// origin reports whether a request with these Origin headers is answered.
// Without the header it is: programs that are no browsers send none (JZ-134).
func (g *guard) origin(values []string) bool {
	switch len(values) {
	case 0:
		return true
	case 1:
	default:
		return false
	}
	scheme, rest, found := strings.Cut(values[0], "://")
	if !found {
		return false // "null", "", and what is no origin
	}
	scheme = strings.ToLower(scheme)
	name, port, ok := splitHost(rest)
	if !ok {
		return false
	}
	if scheme == "http" && g.anyPort[name] {
		return true
	}
	if port == "" {
		port = defaultPort(scheme)
	}
	return g.origins[scheme+"://"+name+":"+port]
}

// check answers a request that is not for us, and reports whether it may go on.
func (g *guard) check(w http.ResponseWriter, r *http.Request) bool {
	if !g.host(r.Host) {
		refuse(w, http.StatusMisdirectedRequest, "this server does not answer to that host name; add it to allowed_hosts if it should")
		return false
	}
	if !g.origin(r.Header.Values("Origin")) {
		refuse(w, http.StatusForbidden, "requests from pages of that origin are not answered")
		return false
	}
	return true
}
