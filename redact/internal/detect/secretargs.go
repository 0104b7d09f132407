package detect

import (
	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// Commands that store secrets take them as NAME=value, whatever the name is.

// fromLiteral judges kubectl create secret … --from-literal=name=value.
func fromLiteral(v *scan.View, out *scan.Out) {
	s := v.Src
	if v.To >= len(s) || s[v.To] != '=' && s[v.To] != ' ' {
		return
	}
	secret := false
	var none scan.Stretch
	walked := &none
	if v.Walked != nil {
		walked = &v.Walked.Stored
	}
	low := v.Backward(v.At, 0, 160)
	for k := v.At; k > low && !secret; k-- {
		if k = walked.SkipBack(v, k); k <= low {
			break
		}
		switch s[k-1] | 0x20 {
		case 'c':
			if at(s, k-1, "configmap") {
				return
			}
		case 's':
			secret = at(s, k-1, "secret ")
		}
	}
	if !secret {
		walked.Saw(v, low, v.At)
	}
	if secret {
		end := commandEnd(v, v.To, s[v.At:v.To])
		storedPair(v, out, v.To+1, end)
	}
}

// vaultPut judges the pairs of vault kv put PATH name=value….
func vaultPut(v *scan.View, out *scan.Out) {
	s := v.Src
	end := commandEnd(v, v.To, s[v.At:v.To])
	for i := v.To; i < end; {
		next := storedPair(v, out, i, end)
		if next <= i {
			return
		}
		i = next
	}
}

// storedPair judges one word name=value of a command that stores secrets and
// returns the offset behind it. Names of people and places stay.
func storedPair(v *scan.View, out *scan.Out, i, end int) int {
	s := v.Src
	a, b, next := argument(s, i, end)
	k := a
	for k < b && nameByte(s[k]) {
		k++
	}
	if k == a || k >= b || s[k] != '=' || s[a] == '-' {
		return next
	}
	start, stop := k+1, b
	if start == stop {
		// name='value'
		if start, stop, next = argument(s, k+1, end); start <= k+1 || start > k+3 {
			return next
		}
	}
	if nm := s[a:k]; start < stop && (name.Of(nm).Class == name.Holds || !listed(nm, openPairs[:])) && commandValue(s[start:stop]) {
		switch look := value.Of(s[start:stop]); {
		case look == value.Keyword || look == value.Number && stop-start < 6:
		case look == value.Word && name.Of(nm).Class != name.Holds && stop-start < 6:
		default:
			addCommand(v, out, start, stop)
		}
	}
	return next
}

// openPairs are stored beside secrets and are none.
var openPairs = [...]string{"user", "username", "login", "name", "email", "host", "hostname", "server", "address", "port", "url", "uri", "endpoint", "region",
	"database", "db", "dbname", "schema", "ttl", "type", "policy", "policies", "path", "description", "version", "options", "role", "ca.crt", "tls.crt", "cert", "environment"}
