package engine

import "sync/atomic"

// Stats counts the work of an engine: how many literals the prefilter handed
// over, how many shapes and detectors were tried on them, and how many spans
// came out. A weak prefilter literal shows as many candidates with few spans.
type Stats struct {
	Candidates, Verified, Confirmed int64
}

type stats struct{ candidates, verified, confirmed int64 }

type counters struct{ candidates, verified, confirmed atomic.Int64 }

func (e *Engine) count(s *stats) {
	// Of a short text most are none, and each costs as much as a few bytes of it.
	if s.candidates != 0 {
		e.counts.candidates.Add(s.candidates)
	}
	if s.verified != 0 {
		e.counts.verified.Add(s.verified)
	}
	if s.confirmed != 0 {
		e.counts.confirmed.Add(s.confirmed)
	}
	*s = stats{}
}

// Stats returns the counts since New.
func (e *Engine) Stats() Stats {
	return Stats{e.counts.candidates.Load(), e.counts.verified.Load(), e.counts.confirmed.Load()}
}
