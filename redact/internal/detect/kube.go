package detect

import (
	"bytes"

	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// kube finds the values of a Kubernetes Secret: base64 under data, plain text
// under stringData. The manifest's kind is the anchor; the maps stand before
// or after it in the same document.
func kube(v *scan.View, out *scan.Out) {
	s := v.Src
	if namesGoOn(s, v.To) {
		return
	}
	if s[v.At] == '"' {
		kubeJSON(v, out)
		return
	}
	from, known := lineStart(v, v.At, 80)
	depth := indent(s, from)
	inString := v.At > 0 && quote(s[v.At-1]) // the manifest is a string
	if inString {
		from, known, depth = v.At, true, 0
	}
	if !known || from+depth < v.At {
		return // not a line of its own
	}
	// The document: between --- lines.
	low := v.At
	before, others := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Documents }), false
	for floor := max(0, v.At-scan.Behind); !inString && low > floor; low-- {
		if low < v.At {
			if known := before.SkipBack(v, low+1); known <= low {
				if low = known - 1; low <= floor {
					low = floor
					break
				}
			}
		}
		if s[low-1] == '-' && at(s, low-4, "\n---") {
			break
		}
		if low < v.At && (s[low] == 'k' || s[low] == 'K') && at(s, low, "kind:") {
			k := low
			for k > 0 && low-k < 80 && blank(s[k-1]) {
				k--
			}
			if k > 0 && breakEnds(s, k) {
				if k == low || low-k == depth {
					low = k
					break
				}
				others = true // it parts documents that are indented as it is
			}
		}
	}
	if low+1 < v.At && !others {
		before.Saw(v, low+1, v.At)
	}
	below := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Manifests })
	for i := low; i < len(s); {
		if i > low && !inString {
			if i = below.Skip(v, i); i >= len(s) {
				return
			}
		}
		lineFrom := i
		k := skipBlanks(s, i)
		if i > v.At && (at(s, k, "---") || at(s, k, "kind:") && k-i == depth) {
			return // the next document
		}
		if (at(s, k, "data:") || at(s, k, "stringdata:")) && k-lineFrom == depth {
			plain := s[k]|0x20 == 's'
			i = lineAfter(s, k)
			i = kubeMap(v, out, i, depth, plain)
		} else if i = lineBehind(v, k); !inString && lineFrom > low && i < len(s) && !manifestLine(s, k) {
			below.Saw(v, lineFrom, i)
		}
		if inString && anotherManifest(s, max(lineFrom, v.To), i) {
			return // what is below is looked at from there, too
		}
	}
}

// manifestLine: what begins at i, behind the blanks of a line, may part documents or
// begin the map of one.
func manifestLine(s []byte, i int) bool {
	return at(s, i, "---") || at(s, i, "kind:") || at(s, i, "data:") || at(s, i, "stringdata:")
}

// anotherManifest: one of a Secret that is a string begins in s[from:to].
func anotherManifest(s []byte, from, to int) bool {
	for i := from; i < to; i++ {
		k := bytes.IndexByte(s[i:to], ':')
		if k < 0 {
			return false
		}
		i += k
		begin := i - len("kind")
		if begin <= 0 || !quote(s[begin-1]) {
			continue
		}
		for _, kind := range [...]string{"kind: secret", "kind: \"secret\""} {
			if at(s, begin, kind) && !namesGoOn(s, begin+len(kind)) {
				return true
			}
		}
	}
	return false
}

// namesGoOn: what ends at i is part of a longer name, SecretStore.
func namesGoOn(s []byte, i int) bool {
	return i < len(s) && (nameByte(s[i]) || s[i] == '"' && i+1 < len(s) && nameByte(s[i+1]))
}

// lineAfter is the start of the next line, real or escaped.
func lineAfter(s []byte, i int) int {
	for i < len(s) {
		if n := newline(s, i); n > 0 {
			return i + n
		}
		i++
	}
	return i
}

// kubeMap reports the values of the lines at i that are indented deeper.
func kubeMap(v *scan.View, out *scan.Out, i, depth int, plain bool) int {
	s := v.Src
	for i < len(s) {
		k := skipBlanks(s, i)
		if n := newline(s, k); n > 0 {
			i = k + n
			continue
		}
		if k-i <= depth {
			return i
		}
		w := k
		for k < len(s) && (nameByte(s[k]) || quote(s[k])) {
			k++
		}
		if k == w || k >= len(s) || s[k] != ':' || publicEntry(s[w:k]) {
			i = lineAfter(s, k)
			continue
		}
		p := skipBlanks(s, k+1)
		c := claim{view: v, start: w, end: k, gap: gap{form: formColon, at: p}}
		if p+1 < len(s) && s[p] == '{' && s[p+1] == '{' {
			i = lineAfter(s, p)
			continue
		}
		if p < len(s) && (s[p] == '|' || s[p] == '>') {
			a, b := indented(s, lineAfter(s, p), k-(k-w)-i)
			if b > a && !keyBlockIn(s[a:b]) && (value.Strong(s[a:b]) || linesOfSecret(s[a:b])) {
				addKube(v, out, w, a, b)
			}
			i = lineAfter(s, p)
			if b > i {
				i = lineAfter(s, b)
			}
			continue
		}
		a, b := p, p
		if l, ok := quotedAt(v, p); ok {
			a, b = l.start, l.end
		} else {
			b = bareAt(v, p, bare{})
		}
		if b > a && redactedIn(s, a, b) < 0 && kubeValue(v, s[a:b], plain) {
			c.lit = literal{start: a, end: b}
			addKube(v, out, w, a, b)
		}
		i = lineAfter(s, b)
	}
	return i
}

func addKube(v *scan.View, out *scan.Out, m, a, b int) {
	out.Add(scan.Span{Match: m, MatchEnd: b, Start: a, End: b, Rule: ruleKube, Confidence: ruleKube.Confidence})
}

// publicWords end the names of entries that are no secrets: DB_USER, smtp-host.
var publicWords = [...]string{"user", "username", "host", "hostname", "port", "endpoint", "region", "bucket", "namespace", "dbname"}

// publicEntry: certificates and names that a Secret carries beside its secrets.
func publicEntry(nm []byte) bool {
	for len(nm) > 0 && quote(nm[len(nm)-1]) {
		nm = nm[:len(nm)-1]
	}
	i := len(nm)
	for i > 0 && alnum(nm[i-1]) {
		i--
	}
	if listed(nm[i:], publicWords[:]) {
		return true
	}
	return len(nm) > 4 && at(nm, len(nm)-4, ".crt") || at(nm, 0, "namespace") || at(nm, 0, "username") || at(nm, 0, "user:") || at(nm, 0, "host") || at(nm, 0, "port")
}

func kubeValue(v *scan.View, val []byte, plain bool) bool {
	if !plain {
		var buf [48]byte
		if n := decode64(buf[:], val); n > 0 && n < len(buf) {
			switch v.Look(buf[:n]) {
			case value.Empty, value.Redacted, value.Reference, value.Placeholder, value.Keyword:
				return false
			}
		}
	}
	switch v.Look(val) {
	case value.Empty, value.Redacted, value.Reference, value.Placeholder, value.Keyword, value.Path, value.URL, value.Prose, value.Code:
		return false
	case value.Word, value.Identifier, value.Number:
		return !plain && len(val) >= 8 && len(val)%4 == 0 || plain && value.DigitCount(val) > 0
	}
	return true
}

// kubeJSON does the same for the JSON form.
func kubeJSON(v *scan.View, out *scan.Out) {
	s := v.Src
	from := v.At
	for low := max(0, v.At-scan.Behind); from > low && !(s[from-1] == '"' && kubeKind(s, from-1)); from-- {
	}
	for i := from; i+8 < len(s) && i < v.To+8192; i++ {
		if s[i] != '"' {
			continue
		}
		if i > v.At && kubeKind(s, i) {
			return // it looks at what is behind it, and before, too
		}
		if !at(s, i, "\"data\"") && !at(s, i, "\"stringdata\"") {
			continue
		}
		plain := s[i+1]|0x20 == 's'
		k := i + 6
		for k < len(s) && s[k] != '{' && k-i < 24 {
			k++
		}
		if k >= len(s) || s[k] != '{' {
			continue
		}
		k++
		for k < len(s) && s[k] != '}' {
			if s[k] != '"' {
				k++
				continue
			}
			nm, ok := quotedAt(v, k)
			if !ok || !nm.closed {
				return
			}
			p := skipColon(s, nm.after)
			if p < 0 {
				break
			}
			val, ok := quotedAt(v, p)
			if !ok {
				break
			}
			if kubeValue(v, s[val.start:val.end], plain) && !publicEntry(s[nm.start:nm.end]) {
				addKube(v, out, nm.start, val.start, val.end)
			}
			k = val.after
		}
		i = k
	}
}

// kubeKind: the kind of a Secret stands at i.
func kubeKind(s []byte, i int) bool {
	for _, kind := range [...]string{"\"kind\": \"secret\"", "\"kind\":\"secret\""} {
		if at(s, i, kind) {
			return !namesGoOn(s, i+len(kind))
		}
	}
	return false
}

func skipColon(s []byte, i int) int {
	for i < len(s) && space(s[i]) {
		i++
	}
	if i >= len(s) || s[i] != ':' {
		return -1
	}
	i++
	for i < len(s) && space(s[i]) {
		i++
	}
	return i
}
