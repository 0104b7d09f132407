package sqlite

import (
	"bytes"
	"context"

	"jezero/server/sqlite/textindex"
)

// prefixMost bounds the words that a prefix stands for: the first ones in the
// order of the dictionary. Two letters may begin a tenth of all words.
const prefixMost = 1000

// prefixWalk is one segment's part of what begins with a prefix.
type prefixWalk struct {
	*textindex.PrefixCursor
	seg   *liveSegment
	st    textindex.Store
	sieve sieve
	sum   *sum
	open  bool
}

func (w *prefixWalk) next() (err error) {
	w.open, err = w.Next()
	return err
}

// prefix finds the items with a word that begins so, by segment. All segments are
// walked through side by side, and only words of permitted items count: which
// words are the first ones depends on nothing else.
func (s *search) prefix(ctx context.Context, prefix string) (made []matches, n int, err error) {
	walks := make([]*prefixWalk, len(s.segs))
	for i, seg := range s.segs {
		w := &prefixWalk{seg: seg, st: s.store(ctx, seg), sieve: s.sieve(seg)}
		w.PrefixCursor = seg.Prefix(w.st, prefix)
		if err := w.next(); err != nil {
			return nil, 0, err
		}
		walks[i] = w
	}
	var word []byte
	for words := 0; words < s.prefixMost; {
		var least *prefixWalk
		for _, w := range walks {
			if w.open && (least == nil || bytes.Compare(w.Word, least.Word) < 0) {
				least = w
			}
		}
		if least == nil {
			break
		}
		word = append(word[:0], least.Word...)
		permitted := false
		for _, w := range walks {
			if !w.open || !bytes.Equal(w.Word, word) {
				continue
			}
			any, err := w.take()
			if err == nil {
				err = w.next()
			}
			if err != nil {
				return nil, 0, err
			}
			permitted = permitted || any
		}
		if permitted {
			words++
		}
	}
	made = make([]matches, len(walks))
	for i, w := range walks {
		if w.sum == nil {
			continue
		}
		m := w.sum.matches()
		n += len(m.items)
		m.keep(w.sieve.passes)
		made[i] = m
	}
	return made, n, nil
}

// take adds the permitted items of the word at hand, and reports whether there
// are any.
func (w *prefixWalk) take() (any bool, err error) {
	if w.sum == nil {
		w.sum = newSum(w.seg.Len())
	}
	err = w.seg.Walk(w.st, w.Entry, w.seg.Whole(), func(items []uint32, ws []uint8) {
		for i, d := range items {
			if w.sieve.permits(d) {
				w.sum.add(d, textindex.Weight(ws[i]))
				any = true
			}
		}
	})
	return any, err
}
