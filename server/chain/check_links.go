package chain

import "fmt"

// linkCheck walks the events and checks that each is what was signed and
// follows the one before.
type linkCheck struct {
	keys   *Keys
	report *Report
	head   *Head

	source string
	seq    int64  // of the event before, 0 at the start of a source
	hash   string // of the event before

	last   map[string]lastEvent // by item id
	inHead map[string]bool      // sources whose head stands in the chain
}

// lastEvent is the newest event of an item.
type lastEvent struct {
	source string
	seq    int64
	gone   bool
	seen   bool // the projection has it
}

func newLinkCheck(k *Keys, head *Head, r *Report) *linkCheck {
	return &linkCheck{keys: k, head: head, report: r, last: map[string]lastEvent{}, inHead: map[string]bool{}}
}

func (c *linkCheck) event(rec Record) error {
	r := c.report
	r.Events++
	if rec.Source != c.source || r.Events == 1 {
		c.source, c.seq, c.hash = rec.Source, 0, ""
	}
	rec.Source = c.source // one string for all of them: it is kept below
	problem := func(kind, what string) {
		r.add(Problem{Kind: kind, Source: rec.Source, Seq: rec.Seq, ItemID: rec.ItemID, What: what})
	}
	switch {
	case rec.Seq == c.seq+1:
	case rec.Seq > c.seq+1:
		// The record to name is the one that is gone.
		r.add(Problem{Kind: ProblemLink, Source: rec.Source, Seq: c.seq + 1,
			What: fmt.Sprintf("events %d to %d are missing", c.seq+1, rec.Seq-1)})
	default:
		problem(ProblemLink, "stands out of order")
	}
	if rec.Bad != "" {
		problem(ProblemEncoding, rec.Bad)
	} else {
		c.check(&rec, problem)
	}
	if c.head != nil {
		if c.head.Names(rec.Source, Tip{Seq: rec.Seq, Hash: rec.Stored}) {
			c.inHead[rec.Source] = true
		}
	}
	c.seq, c.hash = rec.Seq, rec.Stored
	r.Sources[rec.Source] = Tip{Seq: rec.Seq, Hash: rec.Stored}
	if rec.ItemID != "" {
		c.last[rec.ItemID] = lastEvent{source: rec.Source, seq: rec.Seq, gone: rec.Kind == KindForget}
	}
	return nil
}

func (c *linkCheck) check(rec *Record, problem func(kind, what string)) {
	if rec.V != Version {
		problem(ProblemEncoding, "has an unknown version")
		return
	}
	want, err := c.keys.Hash(&rec.Event)
	switch {
	case err != nil:
		problem(ProblemUnknownKey, "was signed by a key that is not in the key file")
	case !sameMAC(want, rec.Stored):
		problem(ProblemHash, "is not what was signed")
	case rec.Prev != c.hash && rec.Seq == c.seq+1:
		problem(ProblemLink, "does not follow the event before it")
	case rec.Kind == KindReseal && len(c.report.Resealed) < maxProblems:
		n := func(name string) int64 { v, _ := rec.Attrs[name].(Int); return int64(v) }
		was, _ := rec.Attrs["was"].(Text)
		c.report.Resealed = append(c.report.Resealed, Reseal{Source: rec.Source, Seq: rec.Seq, From: n("from"), Changed: n("changed"),
			AtMS: rec.AtMS, Rules: rec.Rules, Was: string(was)})
	}
}
