package chain

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// rows is a library of events and no items.
type rows []Record

func (r rows) Events(_ context.Context, yield func(Record) error) error {
	for _, rec := range r {
		if err := yield(rec); err != nil {
			return err
		}
	}
	return nil
}

func (r rows) EventAt(_ context.Context, source string, seq int64) (Record, bool, error) {
	for _, rec := range r {
		if rec.Source == source && rec.Seq == seq {
			return rec, true, nil
		}
	}
	return Record{}, false, nil
}

func (r rows) Items(context.Context, func(Projection) error) error { return nil }

// FuzzChain writes chains of two sources with any texts in them, verifies
// them, and then does what somebody without the keys could do to the rows: the
// chain as written is right, and every real change shows.
func FuzzChain(f *testing.F) {
	for op := range uint8(12) {
		f.Add("s#0", "trust", "own", op, uint8(op*7), op%3)
	}
	f.Add("é\x00\"", "", "\xff", uint8(3), uint8(1), uint8(2))
	k := NewKeys()
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, id, name, text string, op, at, by uint8) {
		id = strings.ToValidUTF8(id, "?")
		var rs rows
		tips := map[string]Tip{}
		for n := range int64(8) {
			e := Event{Source: []string{"agent-a", "agent-b"}[n/4], Seq: n%4 + 1, Kind: KindForget, ExternalID: id, ItemID: id, AtMS: 1700000000000 + n,
				Rules: "r", Commit: map[string]string{}, Attrs: Attrs{string(NewText(name)): NewText(text), "n": Int(n)}}
			if e.Seq > 1 {
				e.Prev = rs[n-1].Stored
			}
			hash := k.Seal(&e)
			rs = append(rs, Record{Event: e, Stored: hash})
			tips[e.Source] = Tip{Seq: e.Seq, Hash: hash}
		}
		path := filepath.Join(dir, "head.json")
		if err := k.WriteHead(path, tips, time.UnixMilli(1700000000000)); err != nil {
			t.Fatal(err)
		}
		head, err := ReadHead(path)
		if err != nil {
			t.Fatal(err)
		}
		verify := func(rs rows) bool {
			r, err := Verify(t.Context(), rs, k, head)
			if err != nil {
				t.Fatal(err)
			}
			return r.OK()
		}
		if !verify(rs) {
			t.Fatal("the chain as it was written is wrong")
		}
		if changed, how := tamper(slices.Clone(rs), op, int(at)%len(rs), int(by)); how != "" && verify(changed) {
			t.Errorf("%s at %d shows nowhere", how, int(at)%len(rs))
		}
	})
}

// tamper changes the rows and says how, "" when nothing changed.
func tamper(rs rows, op uint8, i, by int) (rows, string) {
	e := &rs[i]
	switch op % 12 {
	case 0:
		return slices.Delete(rs, i, i+1), "an event taken out"
	case 1:
		return rs[:max(0, i-by)], "the tail cut off"
	case 2:
		j := (i + 1 + by%(len(rs)-1)) % len(rs)
		rs[i], rs[j] = rs[j], rs[i]
		return rs, "two events exchanged"
	case 3:
		e.AtMS += int64(by) + 1
		return rs, "another time"
	case 4:
		e.ExternalID += "x"
		return rs, "another id"
	case 5:
		e.Kind = KindPut
		return rs, "another kind"
	case 6:
		e.Attrs = Attrs{"n": Int(i)}
		return rs, "an attribute taken out"
	case 7:
		e.Commit = map[string]string{"text": "x"}
		return rs, "a commitment put in"
	case 8:
		return slices.Insert(rs, i, rs[i]), "an event twice"
	case 9:
		e.Stored = strings.Repeat("0", len(e.Stored))
		return rs, "another hash"
	case 10:
		if e.Seq == 1 {
			return rs, ""
		}
		e.Prev = ""
		return rs, "its link taken out"
	default:
		// Behind the end, with the right number and no key to sign it.
		last := rs[len(rs)-1]
		last.Prev, last.Seq = last.Stored, last.Seq+1
		return append(rs, last), "an unsigned event at the end"
	}
}
