package privacycheck

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"sort"
	"strings"
)

// Options are what a Checker needs besides its configuration.
type Options struct {
	Config   *Config // nil: the default
	Catalog  *Catalog
	Finder   Finder // credentials; nil finds none
	Denylist *Denylist
	// DenylistPath is the list's path in the repository; when a change holds
	// it, that is a finding.
	DenylistPath string
	Baseline     *Baseline // nil: none
	Self         *Self     // nil: names of this computer are not looked for unless a rule is enabled
	Workers      int       // 0: one for each processor
}

// Checker looks into documents. It is safe for concurrent use.
type Checker struct {
	cfg      *Config
	cat      *Catalog
	finder   Finder
	deny     *Denylist
	denyPath string
	baseline *Baseline
	names    map[string]bool
	self     []selfTerm
	workers  int

	home, root, v4, v6, tail, email, creds bool // which scans run at all
	trigger                                *triggers
}

// New builds a Checker.
func New(o Options) (*Checker, error) {
	if o.Catalog == nil {
		return nil, errors.New("privacycheck: a catalog is needed")
	}
	c := &Checker{cfg: o.Config, cat: o.Catalog, finder: o.Finder, deny: o.Denylist, denyPath: o.DenylistPath, baseline: o.Baseline, workers: o.Workers}
	if c.cfg == nil {
		c.cfg = &Config{}
	}
	c.names = newPlaceholders(c.cfg.Names.Placeholders)
	if o.Self != nil {
		c.cfg = c.cfg.withSelf()
		c.self = c.selfTerms(*o.Self)
	}
	on := c.cfg.somewhere
	c.home, c.root, c.tail, c.email = on(ruleHome), on(ruleRoot), on(ruleTailName), on(ruleEmail)
	c.v4 = on(ruleLAN) || on(ruleCGNAT) || on(ruleLinkLocal)
	c.v6 = on(ruleULA) || on(ruleLinkLocal) || on(ruleTailnet)
	c.creds = c.finder != nil
	c.trigger = c.newTriggers()
	return c, nil
}

// withSelf is the configuration with the rules about this computer switched on,
// unless it switches them off itself.
func (c *Config) withSelf() *Config {
	d := *c
	d.Rules.Enable = append(append([]string(nil), c.Rules.Enable...), GroupSelf)
	return &d
}

// result is what one document gave.
type result struct {
	findings  []Finding
	keys      []string // acceptKey of each finding, in the modes that walk commits
	warnings  []Warning
	skips     []Skip
	scanned   bool
	named     bool
	bytes     int
	allowed   int
	marked    int
	baselined int
	unchanged int
	entries   []string         // baseline's credentials that were met
	counts    map[countKey]int // matches by rule, when the baseline is in use or written
	accepted  []string         // markers: rule and value that a newer version of the path lets pass
	collected []collected      // for `baseline update`
}

// collected is a finding on its way into a baseline.
type collected struct {
	rule  *Rule
	path  string
	value []byte // credentials only
}

// scan runs every rule over a text. The matches come in order; marker is true
// when a marker may stand in it.
func (c *Checker) scan(text []byte) (out []match, marker bool) {
	out, marker = c.scanPlaces(text, out)
	out = c.scanWords(text, out)
	if len(out) > 1 {
		out = tidy(out)
	}
	return out, marker
}

// scanWords runs the rules that also read file names.
func (c *Checker) scanWords(text []byte, out []match) []match {
	if c.email {
		out = c.scanEmail(text, out)
	}
	if len(c.self) > 0 {
		out = c.scanSelf(text, out)
	}
	out = c.deny.find(text, out)
	if c.creds {
		for _, f := range c.finder.Find(text) {
			out = append(out, match{rule: c.cat.credential(f.Rule), start: f.Match, end: f.MatchEnd, hide: f.Start, hideEnd: f.End, confidence: f.Confidence.String()})
		}
	}
	return out
}

// tidy sorts matches and drops those that say again what a larger one says.
func tidy(ms []match) []match {
	sort.SliceStable(ms, func(i, j int) bool {
		if ms[i].start != ms[j].start {
			return ms[i].start < ms[j].start
		}
		return ms[i].end > ms[j].end
	})
	out := ms[:0]
	for i, m := range ms {
		drop := false
		for j := len(out) - 1; j >= 0 && j >= len(out)-8 && !drop; j-- {
			o := out[j]
			if o.start > m.start || o.end < m.end {
				continue
			}
			drop = o.rule.Group == m.rule.Group && o.rule.Group != GroupDenylist && o.rule.Group != GroupCredential ||
				m.rule.Group == GroupSelf && o.rule.Group == GroupPath ||
				m.rule.Group == GroupEmail && o.rule.Group == GroupCredential
		}
		// A home folder of one's own is reported once, as a path.
		if !drop && m.rule == ruleOwnHome {
			for _, o := range ms[i:] {
				drop = drop || o.rule == ruleHome && o.start < m.end
				if o.start >= m.end {
					break
				}
			}
		}
		if !drop {
			out = append(out, m)
		}
	}
	return out
}

// check looks into one document.
func (c *Checker) check(d *document, collect bool) *result {
	r := &result{}
	if d.label != "" {
		c.checkLabel(d, r)
		return r
	}
	for _, who := range d.people {
		c.checkLabel(&document{path: d.path, place: InPerson, label: who}, r)
	}
	var hides []span
	switch {
	case d.checkName:
		hides = c.checkName(d, r, collect)
	case d.place != InMessage:
		hides = hidesOf(c.scanWords([]byte(d.path), nil))
	}
	shown := maskPath(d.path, hides)
	if d.skip != "" {
		r.skips = append(r.skips, Skip{shown, d.skip, d.expected})
		return r
	}
	if !d.hasData {
		return r
	}
	if reason, ok := c.cfg.skips(d.path); ok && d.place != InMessage {
		r.skips = append(r.skips, Skip{shown, reason, true})
		return r
	}
	if int64(len(d.data)) > c.cfg.maxFile() && d.place != InMessage {
		r.skips = append(r.skips, Skip{shown, tooLarge(int64(len(d.data)), c.cfg.maxFile()), true})
		return r
	}
	text, enc, _ := decodeText(d.data)
	if enc == encBinary {
		r.skips = append(r.skips, Skip{shown, "binary", true})
		return r
	}
	if isLFSPointer(text) {
		r.skips = append(r.skips, Skip{shown, "Git LFS pointer: the content is not in the repository", true})
	}
	r.scanned, r.bytes = true, len(d.data)
	ms, markers := c.scan(text)
	if len(ms) == 0 && !markers {
		return r
	}
	// A marker without its colon is none, but must be told where it was meant.
	markers = markers || bytes.Contains(text, litMarker) || bytes.Contains(text, litUpper)
	c.judge(d, text, ms, markers, shown, len(hides) > 0, r, collect)
	return r
}

// judged is a match with its lines and the verdict on it.
type judged struct {
	match
	first, last int
	pass        bool
}

// judge decides which matches block, and words them.
func (c *Checker) judge(d *document, text []byte, ms []match, markers bool, shown string, masked bool, r *result, collect bool) {
	idx := newLineIndex(text)
	set := newMarkerSet(nil)
	if markers {
		set = newMarkerSet(findMarkers(text, idx, c.cat))
	}
	js := make([]judged, 0, len(ms))
	set.solid = make(map[int]bool, len(ms))
	type seen struct{ line, term int }
	terms := map[seen]bool{}
	for _, m := range ms {
		j := judged{match: m, first: idx.line(m.start), last: idx.line(max(m.start, m.end-1))}
		if m.term > 0 {
			k := seen{j.first, m.term}
			j.pass = terms[k]
			terms[k] = true
		}
		set.solid[j.first] = true
		js = append(js, j)
	}
	per := map[*Rule]int{} // what the baseline counts
	for i := range js {
		j := &js[i]
		if j.pass = j.pass || !c.cfg.on(j.rule, d.path); j.pass {
			set.pass(j.rule, j.first, j.last) // a marker that is there for it is not unused
			continue
		}
		if c.cfg.allows(&j.match, text, d.path) {
			j.pass = true
			r.allowed++
			continue
		}
		if set.pass(j.rule, j.first, j.last) {
			j.pass = true
			r.marked++
			r.accepted = append(r.accepted, acceptKey(j.rule, d.path, text[j.hide:j.hideEnd]))
			continue
		}
		if collect {
			col := collected{rule: j.rule, path: d.path}
			if j.rule.Group == GroupCredential {
				col.value = bytes.Clone(text[j.hide:j.hideEnd])
			}
			r.collected = append(r.collected, col)
		}
		if j.rule.Group == GroupCredential {
			if c.baseline != nil {
				if e, ok := c.baseline.credential(j.rule.ID, text[j.hide:j.hideEnd]); ok {
					j.pass = true
					r.baselined++
					r.entries = append(r.entries, e)
				}
			}
			continue
		}
		per[j.rule]++
	}
	r.count(c, per, d.path)
	hides := hidesOf(ms)
	cols := &columns{text: text}
	ordinal := map[*Rule]int{}
	for i := range js {
		j := &js[i]
		if j.pass {
			continue
		}
		if c.baseline != nil && j.rule.Group != GroupCredential && per[j.rule] <= c.baseline.counts[countKey{j.rule.ID, d.path}] {
			r.baselined++
			continue
		}
		if d.partial && !d.added.touches(j.first, j.last) {
			r.unchanged++
			continue
		}
		ordinal[j.rule]++
		f := c.word(d, text, idx, cols, j, hides, shown, ordinal[j.rule])
		f.PathMasked = masked
		if d.commit != "" {
			for len(r.keys) < len(r.findings) { // findings about names have none
				r.keys = append(r.keys, "")
			}
			r.keys = append(r.keys, acceptKey(j.rule, d.path, text[j.hide:j.hideEnd]))
		}
		r.findings = append(r.findings, f)
	}
	c.warnMarkers(d, set, shown, r)
}

// count keeps what the baseline is compared with.
func (r *result) count(c *Checker, per map[*Rule]int, path string) {
	if c.baseline == nil || len(per) == 0 {
		return
	}
	if r.counts == nil {
		r.counts = make(map[countKey]int, len(per))
	}
	for rule, n := range per {
		r.counts[countKey{rule.ID, path}] = n
	}
}

// acceptKey names a match that a marker let pass, for older versions of the path.
func acceptKey(r *Rule, path string, value []byte) string {
	return r.ID + "\x00" + path + "\x00" + string(value)
}

// hidesOf unites what all matches hide, in order.
func hidesOf(ms []match) []span {
	out := make([]span, 0, len(ms))
	for _, m := range ms {
		out = append(out, span{m.hide, m.hideEnd})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].start < out[j].start })
	n := 0
	for _, s := range out {
		if n > 0 && s.start <= out[n-1].end {
			out[n-1].end = max(out[n-1].end, s.end)
			continue
		}
		out[n] = s
		n++
	}
	return out[:n]
}

// word makes the finding that people see.
func (c *Checker) word(d *document, text []byte, idx *lineIndex, col *columns, j *judged, hides []span, shown string, ordinal int) Finding {
	start, end := j.start, j.end
	if j.rule.Group == GroupCredential {
		start, end = j.hide, j.hideEnd
	}
	line := idx.line(start)
	from, to := idx.bounds(line, len(text))
	lastLine := idx.line(max(start, end-1))
	lastFrom, _ := idx.bounds(lastLine, len(text))
	f := Finding{
		Rule: j.rule.ID, Group: j.rule.Group, Title: j.rule.Title, Place: d.place, Path: shown,
		Line: line, Column: col.at(from, start), EndLine: lastLine, EndColumn: col.at(lastFrom, end),
		Confidence: j.confidence, Holders: c.shownHolders(d.holders),
		Print: printOf(j.rule.ID, d.path, ordinal),
	}
	f.Excerpt, f.CaretStart, f.CaretLen = excerpt(text, from, to, start, min(end, to), hides)
	return f
}

// printOf identifies a finding across runs without a hash of what was found.
func printOf(rule, path string, ordinal int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d", rule, path, ordinal))
	return fmt.Sprintf("%x", sum[:8])
}

func (c *Checker) warnMarkers(d *document, set *markerSet, shown string, r *result) {
	for _, m := range set.all {
		if d.partial && !d.added.touches(m.line, m.line) {
			continue
		}
		near := m.plain || set.solid[m.line] || (m.alone || m.next) && set.solid[m.line+1]
		switch {
		case !near:
		case m.bad != "":
			r.warnings = append(r.warnings, Warning{shown, m.line, m.bad})
		case !m.used:
			r.warnings = append(r.warnings, Warning{shown, m.line, "unused marker: nothing here needs it"})
		case len(m.names) == 0:
			r.warnings = append(r.warnings, Warning{shown, m.line, "blanket marker: write the rule behind it, so that it hides nothing else"})
		}
	}
}

// checkName looks at the path itself and returns what in it must be masked.
func (c *Checker) checkName(d *document, r *result, collect bool) []span {
	r.named = true
	text := []byte(d.path)
	ms := c.scanWords(text, nil)
	if c.denyPath != "" && d.path == c.denyPath {
		r.findings = append(r.findings, Finding{Rule: ruleDenyTracked.ID, Group: ruleDenyTracked.Group, Title: ruleDenyTracked.Title,
			Place: InName, Path: maskPath(d.path, nil), Print: printOf(ruleDenyTracked.ID, d.path, 1), Holders: c.shownHolders(d.holders)})
	}
	if len(ms) == 0 {
		return nil
	}
	ms = tidy(ms)
	hides := hidesOf(ms)
	shown := maskPath(d.path, hides)
	per := map[*Rule]int{}
	for i := range ms {
		m := &ms[i]
		if !c.cfg.on(m.rule, d.path) {
			continue
		}
		if c.cfg.allows(m, text, d.path) {
			r.allowed++
			continue
		}
		per[m.rule]++
		if collect {
			col := collected{rule: m.rule, path: nameKey(d.path)}
			if m.rule.Group == GroupCredential {
				col.value = bytes.Clone(text[m.hide:m.hideEnd])
			}
			r.collected = append(r.collected, col)
		}
		if c.baseline != nil {
			if m.rule.Group == GroupCredential {
				if e, ok := c.baseline.credential(m.rule.ID, text[m.hide:m.hideEnd]); ok {
					r.baselined++
					r.entries = append(r.entries, e)
					continue
				}
			} else if c.baseline.counts[countKey{m.rule.ID, nameKey(d.path)}] >= per[m.rule] {
				r.baselined++
				continue
			}
		}
		f := Finding{Rule: m.rule.ID, Group: m.rule.Group, Title: m.rule.Title, Place: InName, Path: shown, PathMasked: true,
			Confidence: m.confidence, Print: printOf(m.rule.ID, nameKey(d.path), per[m.rule]), Holders: c.shownHolders(d.holders)}
		f.Excerpt, f.CaretStart, f.CaretLen = excerpt(text, 0, len(text), m.hide, m.hideEnd, hides)
		r.findings = append(r.findings, f)
	}
	r.count(c, per, nameKey(d.path))
	return hides
}

// shownPath is a path as it may be printed.
func (c *Checker) shownPath(path string) string {
	ms := c.scanWords([]byte(path), nil)
	return maskPath(path, hidesOf(ms))
}

// shownHolders masks the paths of holders.
func (c *Checker) shownHolders(hs []Holder) []Holder {
	out := make([]Holder, len(hs))
	for i, h := range hs {
		out[i] = Holder{h.Commit, c.shownPath(h.Path)}
	}
	return out
}

// nameKey is how the baseline tells a finding in a file's name from one in it.
func nameKey(path string) string { return "name:" + path }

const lfsHead = "version https://git-lfs.github.com/spec/"

func isLFSPointer(text []byte) bool {
	return len(text) < 1024 && strings.HasPrefix(string(text[:min(len(text), len(lfsHead))]), lfsHead)
}

func tooLarge(size, limit int64) string {
	return fmt.Sprintf("larger than the limit: %s of %s (limits.max_file_bytes)", Bytes(size), Bytes(limit))
}

// Bytes writes a size for people.
func Bytes(n int64) string {
	switch {
	case n < 10_000:
		return fmt.Sprintf("%d B", n)
	case n < 10_000_000:
		return fmt.Sprintf("%.0f KB", float64(n)/1000)
	case n < 10_000_000_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
