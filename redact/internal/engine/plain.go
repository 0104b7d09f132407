package engine

import "jezero/redact/rule"

// Most shapes are a literal and a run of a class, and most tokens stand between blanks
// and look like what they are: those are found without the questions that the rest asks.

// endsInRun reports whether the last part is the only one that is a class run of
// leastSeen bytes and more.
func (s *shape) endsInRun() bool {
	last := len(s.parts) - 1
	for i := range s.parts[:last] {
		if s.parts[i].cls != nil && s.parts[i].max >= leastSeen {
			return false
		}
	}
	return s.parts[last].cls != nil
}

// isSimple reports whether the shape is one literal and one class run, without a blank.
func (s *shape) isSimple() bool {
	if len(s.parts) != 2 {
		return false
	}
	lit, run := &s.parts[0], &s.parts[1]
	return len(lit.alts) == 1 && !lit.fold && !lit.opt && run.cls != nil && !run.opt && !s.blank()
}

// trySimple is verify for a simple shape, whose literal stands at offset at. It reports
// false when its run may be dressed, or its literal is not known to its end.
func (s *scanner) trySimple(sh *shape, at, known, lo, hi int) bool {
	p := &sh.parts[1]
	pos := at + len(sh.parts[0].alts[0])
	if known != pos-at {
		return false
	}
	var end int
	if limit := min(hi, pos+p.max); p.max <= shortRun {
		end = p.cls.runEnd(s.src, pos, limit)
	} else {
		end = s.runEnd(p.cls, pos, limit)
	}
	if end < hi && end-pos < p.max && dresses[s.src[end]] {
		return false
	}
	if end-pos < p.min {
		return true
	}
	s.st.verified++
	s.judged++
	s.m.hi, s.m.at[0], s.m.at[1], s.m.at[2] = hi, at, pos, end
	if !s.judgePlain(sh, at, end, lo, hi, true) {
		s.judge(sh, at, end, lo, hi, false)
	}
	return true
}

// judgePlain is judge for a match of a plain shape between blanks, whole when it holds
// none. It reports false when there is more to be looked at than that.
func (s *scanner) judgePlain(sh *shape, start, end, lo, hi int, whole bool) bool {
	if !sh.plain || end >= hi || s.src[end] > ' ' || sh.extent.has[s.src[end]] || s.src[end-1] == '.' || start <= lo || s.src[start-1] != ' ' {
		return false
	}
	v := s.sightWhole(s.m.at[len(sh.parts)-1], end)
	if v == nil || v.fours {
		return false
	}
	conf := sh.conf
	if sum := sh.shape.Checksum; sum != rule.NoChecksum && sum.Check(s.src[start:end], s.prefixLen(sh, start)) {
		conf = rule.Certain
	}
	if !v.honest(sh, conf) {
		return false
	}
	if n := len(s.found); n > 0 && s.found[n-1].match == start {
		return false // it may say the same
	}
	s.found = append(s.found, span{})
	sp := &s.found[len(s.found)-1]
	sp.match, sp.matchEnd, sp.start, sp.end = start, end, start, end
	sp.rule, sp.conf, sp.special = sh.rule, conf, sh.special+1
	s.added(whole)
	return true
}

// shortRun is how long a run may be that is walked anew by each candidate.
const shortRun = 128
