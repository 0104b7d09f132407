package chain

import (
	"errors"
	"sort"
)

// checkHead checks that the head is genuine and that every event it names
// stands in its chain. Events after it are fine: a crash may come between a
// commit and the head's writing.
func checkHead(k *Keys, head *Head, links *linkCheck, r *Report) {
	if head == nil {
		r.add(Problem{Kind: ProblemHead, What: "the head file is missing, so a cut tail could not be seen"})
		return
	}
	if err := k.CheckHead(head); err != nil {
		if errors.Is(err, ErrUnknownKey) {
			r.add(Problem{Kind: ProblemUnknownKey, What: "the head was signed by a key that is not in the key file"})
		} else {
			r.add(Problem{Kind: ProblemHead, What: err.Error()})
		}
		return
	}
	names := make([]string, 0, len(head.Sources))
	for n := range head.Sources {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		if links.inHead[n] {
			continue
		}
		tip, have := head.Sources[n], r.Sources[n]
		what := "the head names an event that is not the one in the chain"
		seq := tip.Seq
		if have.Seq < tip.Seq {
			what = "the chain's tail is cut off: the head names a later event"
			seq = have.Seq + 1
		}
		r.add(Problem{Kind: ProblemHead, Source: n, Seq: seq, What: what})
	}
	// A source that the head does not name yet was born between a commit and the
	// head's writing; its events are signed like all others, so that is fine.
}
