package engine

import "math/bits"

// start takes a scanner from the pool for an input that begins with src.
func (e *Engine) start(src []byte, final bool) *scanner {
	s := e.pool.Get().(*scanner)
	s.src, s.begin, s.final, s.next = src, true, final, 0
	s.line, s.spent = 0, 0
	return s
}

// stop gives the scanner back.
func (s *scanner) stop() {
	s.src = nil
	s.e.count(&s.st) // before much is written, which it would wait for
	if s.used {
		s.clean()
	}
	s.marks, s.mark, s.trail, s.again = nil, 0, nil, false
	s.e.pool.Put(s)
}

// dirty is what of a scanner's tables is not as in a new one: most texts are short, and
// to clear what they left alone would cost as much as to look at them.
type dirty struct {
	classes, contexts, groups numbers
	found, out                int // so many of those were there at once
	room                      bool
	all                       bool // of classes, contexts and groups
}

func (d *dirty) make(e *Engine) {
	d.classes, d.contexts, d.groups = newNumbers(e.class), newNumbers(e.contexts), newNumbers(e.groups)
}

// numbers is a set of small numbers.
type numbers []uint64

func newNumbers(n int) numbers { return make(numbers, (n+63)/64) }

func (n numbers) add(i int) { n[uint(i)/64] |= 1 << (uint(i) % 64) }

// take empties the set and tells what was in it.
func (n numbers) take(tell func(int)) {
	for i, set := range n {
		n[i] = 0
		for ; set != 0; set &= set - 1 {
			tell(64*i + bits.TrailingZeros64(set))
		}
	}
}

// clean forgets what is known of a text that something was found in: nothing else
// makes anything known, and most texts are short.
func (s *scanner) clean() {
	s.used = false
	s.names.Forget()
	s.values.Forget()
	s.restart()
}

// restart is clean but for what follows from names and values alone.
func (s *scanner) restart() {
	s.view.Src = nil
	clear(s.out.Spans[:s.dirty.out])
	clear(s.found[:s.dirty.found])
	s.dirty.out, s.dirty.found = 0, 0
	if s.dirty.room {
		s.dirty.room = false
		clear(s.room[:cap(s.room)])
	}
	s.found, s.ready = s.found[:0], s.ready[:0]
	s.coverStart, s.coverEnd, s.lastStart, s.patience = 0, 0, 0, 0
	s.inKind, s.inGlue = stretch{}, stretch{}
	s.walked.Reset()
	s.echo.reset()
	s.letters = letterCount{}
	s.unruled, s.single, s.honest, s.calm, s.choppy, s.short = stretch{}, stretch{}, stretch{}, stretch{}, stretch{}, stretch{}
	s.sight.n = 0
	clear(s.searched)
	clear(s.lineSearched)
	s.maybes, s.past, s.pastTo = s.room[:0], 0, 0
	s.unread.n = 0
	s.broken, s.renew, s.hides = s.broken[:0], false, 0
	if s.dirty.all {
		s.cleanAll()
		return
	}
	s.dirty.classes.take(func(i int) { s.runs[i] = run{} })
	s.dirty.contexts.take(func(i int) { s.words[i], s.reaches[i] = -1, reach{} })
	s.dirty.groups.take(func(i int) { s.near[i], s.seeks[i] = 0, seek{} })
}

// cleanAll clears the tables of a scanner that was moved on: all of them say where.
func (s *scanner) cleanAll() {
	s.dirty.all = false
	clear(s.dirty.classes)
	clear(s.dirty.contexts)
	clear(s.dirty.groups)
	clear(s.runs)
	clear(s.near)
	clear(s.seeks)
	clear(s.reaches)
	for i := range s.words {
		s.words[i] = -1
	}
}
