package engine

import (
	"encoding/binary"

	"jezero/redact/internal/swar"
	"jezero/redact/rule"
)

// match is the state of one shape being tried: where its parts begin.
type match struct {
	at     [maxParts + 1]int
	hi     int
	budget int
}

// steps bounds the backtracking of one candidate.
const steps = 2048

// verify tries a shape whose anchor part begins at offset at and adds what it
// finds. The known bytes of its literal stand there. lo and hi are the bounds of
// the view.
func (s *scanner) verify(sh *shape, at, known, lo, hi int) {
	s.m.hi, s.m.budget = hi, steps
	start, ok := at, true
	first := sh.anchor > 0 && sh.shortBefore()
	if first {
		// The few bytes before the anchor are soon told.
		if start, ok = s.backward(sh, at, lo); !ok {
			return
		}
	}
	part, pos := sh.anchor, at
	if p := &sh.parts[part]; len(p.alts) == 1 && !p.fold && !p.opt && len(p.alts[0]) <= known {
		s.m.at[part] = pos
		part, pos = part+1, pos+len(p.alts[0])
	}
	end, ok := s.forward(sh, part, pos)
	if !ok {
		return
	}
	if !first {
		if start, ok = s.backward(sh, at, lo); !ok {
			return
		}
	}
	s.judged++
	if !s.judgePlain(sh, start, end, lo, hi, false) {
		s.judge(sh, start, end, lo, hi, false)
	}
}

// mayEnd reports whether what stands before the shape's anchor may end b, as far as
// a byte or two tell.
func (sh *shape) mayEnd(b []byte) bool {
	p := &sh.parts[sh.anchor-1]
	if p.cls == nil || p.opt || p.min == 0 {
		return true
	}
	if len(b) < p.min || !p.cls.has[b[len(b)-1]] {
		return false
	}
	if p.min < p.max || sh.anchor < 2 {
		return true
	}
	q := &sh.parts[sh.anchor-2]
	if len(q.alts) != 1 || q.fold || q.opt {
		return true
	}
	k, lit := len(b)-p.min, q.alts[0]
	return k > 0 && b[k-1] == lit[len(lit)-1]
}

// shortBefore reports whether no part before the anchor is long.
func (sh *shape) shortBefore() bool {
	for i := range sh.parts[:sh.anchor] {
		if sh.parts[i].max > shortPart {
			return false
		}
	}
	return true
}

const shortPart = 16

// forward matches the parts from number i on at pos and returns the end.
func (s *scanner) forward(sh *shape, i, pos int) (int, bool) {
	m := &s.m
	for ; i < len(sh.parts); i++ {
		p := &sh.parts[i]
		m.at[i] = pos
		if p.alts != nil {
			n, ok := literalAt(s.src[:m.hi], pos, p)
			if !ok {
				if p.opt {
					continue
				}
				return 0, false
			}
			if p.opt {
				if end, ok := s.forward(sh, i+1, pos+n); ok {
					return end, true
				}
				m.at[i] = pos
				continue
			}
			pos += n
			continue
		}
		to, n := s.classRun(p.cls, pos, p.max, m.hi, p.min)
		if n < p.min {
			if p.opt {
				continue
			}
			return 0, false
		}
		least := p.min
		if p.opt {
			least = 0
		}
		if p.greedy || n == least || i == len(sh.parts)-1 || to-pos != n {
			pos = to
			continue
		}
		for k := n; k >= least; k-- {
			if k < p.min && k > 0 {
				continue
			}
			if m.budget--; m.budget < 0 {
				return 0, false
			}
			if end, ok := s.forward(sh, i+1, pos+k); ok {
				return end, true
			}
		}
		return 0, false
	}
	m.at[i] = pos
	return pos, true
}

func literalAt(src []byte, pos int, p *part) (int, bool) {
	for _, a := range p.alts {
		if len(src)-pos < len(a) {
			continue
		}
		b := src[pos : pos+len(a)]
		if string(b) == a || p.fold && foldEqual(b, a) {
			return len(a), true
		}
	}
	return 0, false
}

func foldEqual(b []byte, a string) bool {
	for i, c := range b {
		if foldByte(c) != foldByte(a[i]) {
			return false
		}
	}
	return true
}

func foldByte(c byte) byte {
	if c-'A' < 26 {
		c |= 0x20
	}
	return c
}

// backward matches the parts before the anchor, which ends at pos, from right
// to left, each as long as it can be.
func (s *scanner) backward(sh *shape, pos, lo int) (int, bool) {
	for i := sh.anchor - 1; i >= 0; i-- {
		p := &sh.parts[i]
		if p.alts != nil {
			ok := false
			for _, a := range p.alts {
				if pos-len(a) < lo {
					continue
				}
				b := s.src[pos-len(a) : pos]
				if string(b) == a || p.fold && foldEqual(b, a) {
					pos -= len(a)
					ok = true
					break
				}
			}
			if !ok && !p.opt {
				return 0, false
			}
			s.m.at[i] = pos
			continue
		}
		n := 0
		for n < p.max && pos-n > lo && p.cls.has[s.src[pos-n-1]] {
			n++
		}
		if n < p.min {
			if !p.opt {
				return 0, false
			}
			n = 0
		}
		if i > 0 && sh.parts[i-1].alts != nil && !sh.parts[i-1].opt {
			n = s.giveBack(&sh.parts[i-1], pos, lo, n, p.min)
		}
		pos -= n
		s.m.at[i] = pos
	}
	return pos, true
}

// maxGiveBack bounds how far giveBack looks, which keeps hostile runs linear.
const maxGiveBack = 128

// giveBack shortens a run of n bytes that ends at pos, down to least, until
// the literal before it stands there: a run may swallow the literal when its
// class has the literal's bytes, as in sk-<name>- before a body. It prefers
// the longest run, and leaves n alone when the literal stands nowhere.
func (s *scanner) giveBack(lit *part, pos, lo, n, least int) int {
	for k := n; k >= max(least, n-maxGiveBack); k-- {
		for _, a := range lit.alts {
			if at := pos - k - len(a); at >= lo {
				if b := s.src[at : pos-k]; string(b) == a || lit.fold && foldEqual(b, a) {
					return k
				}
			}
		}
	}
	return n
}

// judge looks at what stands around and inside a match and adds it. byWord
// means that a context word led here.
func (s *scanner) judge(sh *shape, start, end, lo, hi int, byWord bool) {
	if p := &sh.parts[0]; p.cls != nil {
		// The run may have begun with the letters of an escape: \n, \u00e9.
		if n := escapeLetters(s.src[lo:hi], start-lo); n > 0 {
			if s.m.at[1]-start-n < p.min {
				return
			}
			start += n
			s.m.at[0] = start
		}
	}
	var v *sight
	if sh.oneRun {
		v = s.sightWhole(s.m.at[len(sh.parts)-1], end)
	}
	if p := &sh.parts[len(sh.parts)-1]; p.cls != nil && p.cls.dash && p.min < p.max {
		least := s.m.at[len(sh.parts)-1] + p.min
		full := end
		if v == nil || v.fours {
			end = s.ruled(end, least)
		}
		if end = s.beforeStop(end, least); end != full {
			s.m.at[len(sh.parts)], v = end, nil
		}
	}
	conf := sh.conf
	if sum := sh.shape.Checksum; sum != rule.NoChecksum && sum.Check(s.src[start:end], s.prefixLen(sh, start)) {
		conf = rule.Certain
	}
	if end < hi && s.src[end] <= ' ' && s.same(sh, start, end, conf) {
		return
	}
	// What stands before may bar it too.
	glued := conf != rule.Certain && !s.leftOpen(sh, start, lo)
	if glued && sh.parts[0].cls != nil {
		return
	}
	// What follows may bar the match, unless it turns out to be a find itself.
	barred := sh.shape.Exact && end < hi && (sh.extent != nil && sh.extent.has[s.src[end]] || alnum(s.src[end])) && !s.stopAt(end, hi) ||
		(sh.shape.Exact || sh.shape.Left == rule.Bare) && sh.varies() && !sh.named() && end < hi && opens(s.src[end:hi]) ||
		sh.shape.Left == rule.Bare && joinedAfter(s.src[end:hi])
	if barred && sh.shape.Exact && s.tokenAround(start, end, conf) {
		return // whatever becomes of it, it says nothing more
	}
	doubted := !v.honest(sh, conf) && (conf != rule.Certain && s.example(sh) || s.chants(sh))
	last := &sh.parts[len(sh.parts)-1]
	if doubted && (sh.shape.Exact || last.cls == nil || last.min == last.max) {
		return
	}
	full := end
	if sh.extent != nil && !sh.shape.Exact {
		full = s.beforeStop(s.rest(sh.extent, end, hi), end)
	}
	if sh.shape.Left == rule.Bare && address(s.src[start:full]) {
		return
	}
	if sh.parts[0].cls != nil && insidePlaceholder(s.src[lo:hi], s.inKind.before(s.src, inKind, start, lo)-lo, start-lo) {
		return
	}
	from, to := s.m.at[sh.from], s.m.at[sh.to]
	if sh.to == len(sh.parts) {
		to = full
	}
	if sh.parts[0].cls == nil && from == start {
		// The prefix shares its first letters with an escape, \napi_: those
		// stay, so that JSON stays JSON.
		from += escapeLetters(s.src[lo:hi], start-lo)
	}
	if from >= to {
		return
	}
	c := sh.near
	if byWord || c != nil && s.nearby(c, start) {
		c = nil
	}
	open := to == hi && hi < len(s.src)
	if c == nil && !barred && !glued && !doubted && !open {
		s.found = append(s.found, span{})
		sp := &s.found[len(s.found)-1]
		sp.match, sp.matchEnd, sp.start, sp.end = start, full, from, to
		sp.rule, sp.conf, sp.special = sh.rule, conf, sh.special+1
		s.added(false)
		return
	}
	sp := span{match: start, matchEnd: full, start: from, end: to, rule: sh.rule, conf: conf, special: sh.special + 1}
	if open {
		sp.open, sp.alphabet = true, sh.extent.set
	}
	least := 0
	if doubted {
		// What makes it an example may turn out to be another secret, glued on.
		least = s.m.at[len(sh.parts)-1] + last.min
		if sp.open {
			return
		}
	}
	barred = barred && !s.foundFrom(full)
	if barred || glued || doubted || c != nil {
		m := maybe{near: c, barred: barred, glued: glued, least: least, end: full, span: sp}
		for i := 0; i < len(s.found) && m.least > 0; i++ {
			m.cut(s.found[i].start)
		}
		if m.near != nil || m.barred || m.glued || m.least > 0 {
			s.remember(&m)
			return
		}
		sp = m.span
	}
	s.add(&sp)
}

// stopAt reports whether the full stop of a sentence stands at i, or three.
func (s *scanner) stopAt(i, hi int) bool {
	from := i
	for i < hi && i-from < 3 && s.src[i] == '.' {
		i++
	}
	return i > from && (i == hi || s.src[i] <= ' ' || s.src[i] == '"')
}

// beforeStop is end without the full stops of a sentence that stand there, from
// least on: no token ends in one, though many hold them.
func (s *scanner) beforeStop(end, least int) int {
	if end == len(s.src) && !s.final {
		return end
	}
	for end > least && s.src[end-1] == '.' {
		end--
	}
	return end
}

// ruled cuts src[:end] where one separator stands four times in a row, from i on: a
// ruled line or the dashes of a key block, not the token.
func (s *scanner) ruled(end, i int) int {
	b, from := s.src[:end], i
	for i = s.unruled.skip(i); i+4 <= len(b); {
		if i+8 <= len(b) && noThree(binary.LittleEndian.Uint64(b[i:])) {
			i += 6 // of four that begin before, three are among the eight
			continue
		}
		for to := min(i+6, len(b)-3); i < to; i++ {
			if c := b[i]; c == b[i+1] && c == b[i+2] && c == b[i+3] && !alnum(c) && c != '=' {
				s.unruled.saw(from, i)
				return i
			}
		}
	}
	if i > from {
		s.unruled.saw(from, i)
	}
	return len(b)
}

// noThree reports whether no three in a row of eight bytes are equal. It may say no
// when there are none.
func noThree(x uint64) bool {
	x = x ^ x>>8 | 1<<56
	equal := swar.Zeros(x)
	return equal&(equal>>8) == 0
}

// varies reports whether matches have more than one length. A placeholder may
// then have cut one, and the length that is left proves nothing.
func (sh *shape) varies() bool {
	for i := range sh.parts {
		if p := &sh.parts[i]; p.opt || p.cls != nil && p.min < p.max {
			return true
		}
	}
	return false
}

// named reports whether matches hold a literal that is no accident: a prefix of
// three bytes, or two in the middle. It says what they are, however long and
// whatever stands beside them.
func (sh *shape) named() bool {
	for i := range sh.parts {
		p := &sh.parts[i]
		if p.opt || len(p.alts) == 0 {
			continue
		}
		least := len(p.alts[0])
		for _, a := range p.alts {
			least = min(least, len(a))
		}
		if least >= 3 || least == 2 && i > 0 {
			return true
		}
	}
	return false
}

// prefixLen is how many bytes of the match stand before its first class run.
func (s *scanner) prefixLen(sh *shape, start int) int {
	for i := range sh.parts {
		if sh.parts[i].cls != nil {
			return s.m.at[i] - start
		}
	}
	return 0
}

// rest is the end of what belongs to a token beyond its last part: the rest
// of its alphabet and letters and digits, but not past a doubled separator.
func (s *scanner) rest(c *class, i, hi int) int {
	if i < hi && s.src[i] <= ' ' && !c.has[s.src[i]] {
		return i // most often
	}
	end, _ := s.classRun(c, i, hi-i, hi, 0)
	if end > i && c.dash {
		j := s.single.skip(i)
		for ; j+1 < end; j++ {
			if b := s.src[j]; b == s.src[j+1] && !alnum(b) && b != '=' {
				s.single.saw(i, j)
				return j
			}
		}
		s.single.saw(i, j)
	}
	return end
}

func alnum(b byte) bool { return kindBytes[b]&isAlnum != 0 }

func isWord(b byte) bool { return alnum(b) || b == '_' }
