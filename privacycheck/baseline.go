package privacycheck

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"sync"
)

// BaselineFile is the name of the baseline at the top of a repository.
const BaselineFile = ".privacy-baseline"

// Baseline lists findings that were there before the check was, so that only
// new ones block. Credentials stand in it as a salted, slow hash of rule and
// value. Paths, addresses and terms can be guessed, so they are counted per
// rule and file instead. Lines merge by union.
type Baseline struct {
	salts       [][]byte
	credentials map[string]bool   // "rule hash"
	counts      map[countKey]int  // the highest wins, as a union may hold several
	mu          sync.Mutex        // guards hashes
	hashes      map[string]string // value → hash under a salt, as one value recurs
}

type countKey struct{ rule, path string }

// The salt is no secret; its line is called series, as scanners take what stands
// beside the word salt for one.
const baselineHeader = "# Findings that were accepted when privacy_check came in. Written by `privacy_check baseline update`.\n# Lines may be merged by union.\n"

// hashRounds makes guessing a weak password from its line in the baseline slow.
const hashRounds = 4096

// NewBaseline is empty, with a fresh salt.
func NewBaseline() *Baseline {
	salt := make([]byte, 16)
	rand.Read(salt)
	return &Baseline{salts: [][]byte{salt}, credentials: map[string]bool{}, counts: map[countKey]int{}}
}

// ParseBaseline reads a baseline. Errors name the lines.
func ParseBaseline(data []byte) (*Baseline, error) {
	text, _, err := decodeText(data)
	if err != nil {
		return nil, err
	}
	b := &Baseline{credentials: map[string]bool{}, counts: map[countKey]int{}}
	var problems []error
	for n, line := range strings.Split(string(text), "\n") {
		line = strings.TrimRight(line, "\r")
		if line == "" || line[0] == '#' {
			continue
		}
		if err := b.parseLine(line); err != nil {
			problems = append(problems, fmt.Errorf("line %d: %w", n+1, err))
		}
	}
	if len(b.credentials) > 0 && len(b.salts) == 0 {
		problems = append(problems, errors.New("the series line is missing, so no credential in it can be recognised"))
	}
	return b, errors.Join(problems...)
}

func (b *Baseline) parseLine(line string) error {
	kind, rest, _ := strings.Cut(line, " ")
	switch kind {
	case "series":
		salt, err := hex.DecodeString(rest)
		if err != nil || len(salt) < 8 || len(salt) > 64 {
			return errors.New("series: want 16 to 128 hex digits")
		}
		for _, s := range b.salts {
			if bytes.Equal(s, salt) {
				return nil
			}
		}
		b.salts = append(b.salts, salt)
		return nil
	case "credential":
		rule, hash, ok := strings.Cut(rest, " ")
		if raw, err := hex.DecodeString(hash); !ok || rule == "" || err != nil || len(raw) != 16 {
			return errors.New("credential: want a rule and 32 hex digits")
		}
		b.credentials[rule+" "+strings.ToLower(hash)] = true
		return nil
	case "count":
		f := strings.SplitN(rest, " ", 3)
		if len(f) != 3 || f[0] == "" || f[2] == "" {
			return errors.New("count: want a rule, a number and a path")
		}
		n, err := strconv.Atoi(f[1])
		if err != nil || n < 1 {
			return errors.New("count: the number must be 1 or more")
		}
		path := f[2]
		if path[0] == '"' {
			if path, err = strconv.Unquote(path); err != nil {
				return errors.New("count: bad quoting of the path")
			}
		}
		if path == "" {
			return errors.New("count: want a rule, a number and a path")
		}
		k := countKey{f[0], path}
		b.counts[k] = max(b.counts[k], n)
		return nil
	}
	return errors.New("want series, credential or count")
}

// Format writes the baseline, sorted, one entry a line.
func (b *Baseline) Format() []byte {
	var lines []string
	for c := range b.credentials {
		lines = append(lines, "credential "+c)
	}
	for k, n := range b.counts {
		path := k.path
		if q := strconv.Quote(path); q != `"`+path+`"` || path != strings.TrimSpace(path) {
			path = q
		}
		lines = append(lines, fmt.Sprintf("count %s %d %s", k.rule, n, path))
	}
	sort.Strings(lines)
	var out bytes.Buffer
	out.WriteString(baselineHeader)
	for _, s := range b.salts {
		fmt.Fprintf(&out, "series %x\n", s)
	}
	for _, l := range lines {
		out.WriteString(l + "\n")
	}
	return out.Bytes()
}

// Entries counts the entries.
func (b *Baseline) Entries() int { return len(b.credentials) + len(b.counts) }

// hash is what stands in the file for a credential: 128 bits of a hash that
// takes about a millisecond.
func (b *Baseline) hash(salt []byte, rule string, value []byte) string {
	// The values of this run are kept by a fast hash under the salt only.
	mac := hmac.New(sha256.New, salt)
	mac.Write([]byte(rule))
	mac.Write([]byte{0})
	mac.Write(value)
	fast := string(mac.Sum(nil))
	b.mu.Lock()
	defer b.mu.Unlock()
	if h, ok := b.hashes[fast]; ok {
		return h
	}
	key, err := pbkdf2.Key(sha256.New, fast, salt, hashRounds, 16)
	if err != nil {
		panic("privacycheck: internal error: " + err.Error())
	}
	if b.hashes == nil {
		b.hashes = map[string]string{}
	}
	h := hex.EncodeToString(key)
	b.hashes[fast] = h
	return h
}

// credential looks a credential up and returns its entry.
func (b *Baseline) credential(rule string, value []byte) (entry string, ok bool) {
	if len(b.credentials) == 0 {
		return "", false
	}
	for _, s := range b.salts {
		e := rule + " " + b.hash(s, rule, value)
		if b.credentials[e] {
			return e, true
		}
	}
	return "", false
}

// add takes a finding in.
func (b *Baseline) addCredential(rule string, value []byte) {
	b.credentials[rule+" "+b.hash(b.salts[0], rule, value)] = true
}

// stale lists entries that nothing in the tree needs any more.
func (c *Checker) stale(met map[string]bool, counts map[countKey]int) []Warning {
	b := c.baseline
	var out []Warning
	old := 0
	for e := range b.credentials {
		if !met[e] {
			old++
		}
	}
	if old > 0 {
		stale := "1 credential entry is stale"
		if old > 1 {
			stale = fmt.Sprintf("%d credential entries are stale", old)
		}
		out = append(out, Warning{Text: "baseline: " + stale + "; run `privacy_check baseline update`"})
	}
	keys := make([]countKey, 0, len(b.counts))
	for k := range b.counts {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		return keys[i].path < keys[j].path || keys[i].path == keys[j].path && keys[i].rule < keys[j].rule
	})
	for _, k := range keys {
		if n := counts[k]; n < b.counts[k] {
			out = append(out, Warning{Text: fmt.Sprintf("baseline: %s counts %d, found %d: the entry of this file is stale", k.rule, b.counts[k], n), Path: c.shownPath(strings.TrimPrefix(k.path, "name:"))})
		}
	}
	return out
}

// UpdateBaseline reads the source and returns the baseline that accepts all it
// holds, with the salt of the one in use.
func (c *Checker) UpdateBaseline(ctx context.Context, src Source) (*Baseline, *Report, error) {
	b := NewBaseline()
	if c.baseline != nil && len(c.baseline.salts) > 0 {
		b.salts = c.baseline.salts[:1]
	}
	rep, col, err := c.run(ctx, src, true)
	if err != nil {
		return nil, rep, err
	}
	for _, x := range col {
		if x.rule.Group == GroupCredential {
			b.addCredential(x.rule.ID, x.value)
		} else {
			b.counts[countKey{x.rule.ID, x.path}]++
		}
	}
	return b, rep, nil
}
