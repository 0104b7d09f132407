package value

// lists says which of the lists of words hold a word.
type lists uint8

const (
	inStrongHints lists = 1 << iota
	inHints
	inNeutral
	inKeywords
	inUnits
	inExtensions
)

// longestWord is the length of the longest word in the lists.
const longestWord = 24

//go:generate go test -run ^TestLexicon$ -update .

// build makes the lexicon, the words of all lists in a table with open
// addressing: one look answers for all of them, and three of four slots are
// empty, so that most words that stand in no list are known by the first. It is
// written down in lexicon_gen.go, so that no program builds it at its start.
func build() *[lexiconSlots]entry {
	var t [lexiconSlots]entry
	for _, l := range [...]struct {
		in    lists
		words string
	}{{inStrongHints, strongHints}, {inHints, hints}, {inNeutral, neutral}, {inKeywords, keywords}, {inUnits, units}, {inExtensions, extensions}} {
		start := -1
		for i := 0; i <= len(l.words); i++ {
			if i < len(l.words) && l.words[i] > ' ' {
				if start < 0 {
					start = i
				}
				continue
			}
			if start >= 0 {
				e := slot(&t, []byte(l.words[start:i]))
				e.word, e.in = l.words[start:i], e.in|l.in
				start = -1
			}
		}
	}
	return &t
}

const lexiconSlots = 2048

type entry struct {
	word string
	in   lists
}

// begin makes what tells of most words that they are in no list: by the first two
// letters, as begins has them, a bit for each length of the words that begin so.
func begin(t *[lexiconSlots]entry) *[1024]uint32 {
	var b [1024]uint32
	for i := range t {
		if w := t[i].word; w != "" {
			b[begins([]byte(w))] |= 1 << len(w)
		}
	}
	return &b
}

// begins is the number of how w begins, the same in either case.
func begins(w []byte) uint32 {
	n := uint32(w[0]&31) << 5
	if len(w) > 1 {
		n |= uint32(w[1] & 31)
	}
	return n
}

// slot is where w stands or would stand.
func slot(t *[lexiconSlots]entry, w []byte) *entry {
	h := uint32(len(w))
	for _, c := range w {
		h = (h ^ uint32(c)) * 16777619
	}
	for i := h >> 7; ; i++ {
		e := &t[i%lexiconSlots]
		if e.word == "" || e.word == string(w) {
			return e
		}
	}
}

// listsOf says which lists hold v, in any case.
func listsOf(v []byte) lists {
	if len(v) == 0 || len(v) > longestWord || beginnings[begins(v)]>>len(v)&1 == 0 {
		return 0
	}
	var buf [longestWord]byte
	for i, c := range v {
		if upper(c) {
			c |= 0x20
		}
		buf[i] = c
	}
	return slot(&lexicon, buf[:len(v)]).in
}

// in reports whether v, in lower case, stands in the word list.
func in(l lists, v []byte) bool { return listsOf(v)&l != 0 }
