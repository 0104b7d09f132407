package web

import (
	"crypto/subtle"
	"net/http"
	"net/url"
	"strings"

	"jezero/server"
)

// maxKey is the longest key that is looked at, in bytes. Ours have 43.
const maxKey = 512

// presented returns the one key of a request. Without a key ok is true and
// the key empty; ok is false for everything that is not exactly one key: a
// header twice, another scheme, two keys that differ.
func presented(r *http.Request) (key string, ok bool) {
	auth, alias := r.Header.Values("Authorization"), r.Header.Values("X-Api-Key")
	if len(auth) > 1 || len(alias) > 1 {
		return "", false
	}
	if len(auth) == 1 {
		if key, ok = bearer(auth[0]); !ok {
			return "", false
		}
	}
	if len(alias) == 1 {
		if !keyChars(alias[0]) {
			return "", false
		}
		if len(auth) == 1 && subtle.ConstantTimeCompare([]byte(key), []byte(alias[0])) != 1 {
			return "", false
		}
		key = alias[0]
	}
	return key, true
}

// bearer takes the key out of an Authorization header.
func bearer(header string) (string, bool) {
	scheme, key, found := strings.Cut(header, " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return "", false
	}
	key = strings.TrimLeft(key, " ")
	return key, keyChars(key)
}

// keyChars accepts the alphabet of bearer tokens (RFC 6750, b64token).
func keyChars(key string) bool {
	if key == "" || len(key) > maxKey {
		return false
	}
	body := strings.TrimRight(key, "=")
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9',
			c == '-', c == '.', c == '_', c == '~', c == '+', c == '/':
		default:
			return false
		}
	}
	return body != ""
}

// queryNames are the parameters under which people put keys into URLs.
var queryNames = map[string]bool{
	"key": true, "apikey": true, "token": true, "accesstoken": true, "authtoken": true, "auth": true,
	"authorization": true, "bearer": true, "bearertoken": true, "xapikey": true, "secret": true, "password": true,
}

// keyInQuery reports whether the query carries a key: under a name that says
// so, or a key that the ring knows wherever it stands. URLs end up in logs and
// histories, so such a request is refused although its header may be right.
func keyInQuery(raw string, known func(string) bool) bool {
	for raw != "" {
		var pair string
		raw, pair = cutPair(raw)
		name, value, _ := strings.Cut(pair, "=")
		if n, err := url.QueryUnescape(name); err == nil {
			name = n
		}
		if v, err := url.QueryUnescape(value); err == nil {
			value = v
		}
		if known(name) || known(value) {
			return true
		}
		name = strings.NewReplacer("-", "", "_", "", ".", "").Replace(strings.ToLower(name))
		if queryNames[name] {
			return true
		}
	}
	return false
}

func cutPair(raw string) (rest, pair string) {
	if i := strings.IndexAny(raw, "&;"); i >= 0 {
		return raw[i+1:], raw[:i]
	}
	return "", raw
}

// unauthorized is the one answer to a missing, malformed or unknown key. It
// names a realm and no authorisation server: some clients would start an
// OAuth dance instead of sending the header they were given.
func unauthorized(w http.ResponseWriter, why string) {
	w.Header().Set("WWW-Authenticate", `Bearer realm="jezero"`)
	refuse(w, http.StatusUnauthorized, why)
}

// local is every caller while require_auth is off (JZ-127).
var local = server.Caller{Name: "local", Scope: server.Scope{Sources: []string{"*"}}}
