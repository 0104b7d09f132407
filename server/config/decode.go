package config

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// table reads one TOML table key by key. Every key that no method asked for is
// unknown, and done reports it.
type table struct {
	doc   *document
	ps    *problems
	path  string
	label string // how messages call it: "[server]", "[[clients]] 2"
	m     map[string]any
	known []string
	// secret tells names that hold a secret; see Options.SecretName.
	secret func(string) bool
}

func (d *document) top(ps *problems, secret func(string) bool) *table {
	return &table{doc: d, ps: ps, label: "the file", m: d.root, secret: secret}
}

// at is where a key of the table stands; without the key, where the table does.
func (t *table) at(key string) Pos { return t.doc.at(join(t.path, key)) }

// problem reports something about a key of the table.
func (t *table) problem(key, what, do string) {
	t.ps.add(t.doc.file, t.at(key), what, do)
}

func (t *table) child(path, label string, m map[string]any) *table {
	return &table{doc: t.doc, ps: t.ps, path: path, label: label, m: m, secret: t.secret}
}

// take marks the key as known and returns its value.
func (t *table) take(key string) (any, bool) {
	t.known = append(t.known, key)
	v, ok := t.m[key]
	return v, ok
}

func (t *table) wrongType(key, want string) {
	t.problem(key, fmt.Sprintf("%s in %s must be %s", key, t.label, want), "")
}

// str reads a string. It reports whether the key stands in the file as one.
func (t *table) str(key string, to *string) bool {
	v, ok := t.take(key)
	if !ok {
		return false
	}
	s, ok := v.(string)
	if !ok {
		t.wrongType(key, `a string, in quotes`)
		return false
	}
	if strings.ContainsRune(s, 0) {
		t.problem(key, fmt.Sprintf("%s in %s holds a NUL character", key, t.label), "remove it")
		return false
	}
	*to = s
	return true
}

// boolean reads true or false.
func (t *table) boolean(key string, to *bool) bool {
	v, ok := t.take(key)
	if !ok {
		return false
	}
	b, ok := v.(bool)
	if !ok {
		t.wrongType(key, "true or false, without quotes")
		return false
	}
	*to = b
	return true
}

// integer reads a whole number between lo and hi.
func (t *table) integer(key string, to *int64, lo, hi int64) bool {
	v, ok := t.take(key)
	if !ok {
		return false
	}
	n, ok := v.(int64)
	if !ok {
		t.wrongType(key, "a whole number, without quotes")
		return false
	}
	if n < lo || n > hi {
		want := fmt.Sprintf("from %d to %d", lo, hi)
		if hi == math.MaxInt64 {
			want = fmt.Sprintf("at least %d", lo)
		}
		t.problem(key, fmt.Sprintf("%s in %s must be %s", key, t.label, want), "")
		return false
	}
	*to = n
	return true
}

// strs reads a list of strings.
func (t *table) strs(key string, to *[]string) bool {
	v, ok := t.take(key)
	if !ok {
		return false
	}
	list, ok := v.([]any)
	if !ok {
		t.wrongType(key, `a list of strings, as in ["a", "b"]`)
		return false
	}
	out := make([]string, 0, len(list))
	for i, e := range list {
		s, ok := e.(string)
		if !ok || strings.ContainsRune(s, 0) {
			t.ps.add(t.doc.file, t.doc.at(index(join(t.path, key), i)),
				fmt.Sprintf("%s in %s must be a list of strings; number %d is none", key, t.label, i+1), "")
			return false
		}
		out = append(out, s)
	}
	*to = out
	return true
}

// element is where an element of a list stands.
func (t *table) element(key string, i int) Pos { return t.doc.at(index(join(t.path, key), i)) }

// sub returns the table below key, or nil when there is none.
func (t *table) sub(key string) *table {
	v, ok := t.take(key)
	if !ok {
		return nil
	}
	m, ok := v.(map[string]any)
	if !ok {
		t.problem(key, key+" must be a table", "write it as ["+key+"]")
		return nil
	}
	return t.child(join(t.path, key), "["+t.sectionName(key)+"]", m)
}

// list returns the tables of an array of tables.
func (t *table) list(key string) []*table {
	v, ok := t.take(key)
	if !ok {
		return nil
	}
	arr, ok := v.([]any)
	name := t.sectionName(key)
	if !ok {
		t.problem(key, key+" must be a list of tables", "write each as [["+name+"]]")
		return nil
	}
	var out []*table
	for i, e := range arr {
		path := index(join(t.path, key), i)
		m, ok := e.(map[string]any)
		if !ok {
			t.ps.add(t.doc.file, t.doc.at(path), fmt.Sprintf("%s must be a list of tables; number %d is none", key, i+1), "write each as [["+name+"]]")
			continue
		}
		out = append(out, t.child(path, fmt.Sprintf("[[%s]] %d", name, i+1), m))
	}
	return out
}

func (t *table) sectionName(key string) string {
	if t.path == "" {
		return key
	}
	return strings.ReplaceAll(t.path, pathSep, ".") + "." + key
}

// plainKey is what a key must look like to be repeated in a message. Anything
// else may be a credential that was pasted where a key belongs.
var plainKey = regexp.MustCompile(`\A[A-Za-z][A-Za-z0-9_-]{0,39}\z`)

// done reports the keys that no one asked for.
func (t *table) done() {
	for key, v := range t.m {
		if slices.Contains(t.known, key) {
			continue
		}
		_, isTable := v.(map[string]any)
		what := "unknown key"
		if isTable || t.path == "" {
			what = "unknown table or key"
		}
		if !plainKey.MatchString(key) {
			t.problem(key, what+" in "+t.label, "remove it")
			continue
		}
		if t.secret(key) && !strings.HasSuffix(key, "_env") {
			t.problem(key, fmt.Sprintf("%s in %s looks like a secret, and secrets do not stand in this file", key, t.label),
				fmt.Sprintf("put the value into an environment variable or into .env and take the line out, or name the variable in %s_env where that key exists", key))
			continue
		}
		do := "remove it; known here: " + strings.Join(t.knownSorted(), ", ")
		if near := nearest(key, t.known); near != "" {
			do = fmt.Sprintf("did you mean %s?", near)
		}
		t.problem(key, fmt.Sprintf("%s %q in %s", what, key, t.label), do)
	}
}

func (t *table) knownSorted() []string {
	s := slices.Clone(t.known)
	slices.Sort(s)
	return slices.Compact(s)
}

// nearest returns the known name that a misspelt one probably means, or "".
func nearest(name string, known []string) string {
	best, bestDistance := "", 3
	for _, k := range known {
		if d := editDistance(strings.ToLower(name), k); d < bestDistance && d*2 < len(k)+1 {
			best, bestDistance = k, d
		}
	}
	return best
}

// editDistance is Levenshtein's, over bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
