package engine

// example reports whether the class runs of the match, which ends at end, look
// made up: too few different characters, a long run of one, or a word that
// says so.
func (s *scanner) example(sh *shape, end int) bool {
	var seen [2]uint64
	distinct, digits, any := 0, 0, false
	m := &s.m
	for i := range sh.parts {
		p := &sh.parts[i]
		if p.cls == nil {
			continue
		}
		from, to := m.at[i], m.at[i+1]
		if to-from > 512 {
			to = from + 512
		}
		any = any || to > from
		same := 0
		for j := from; j < to; j++ {
			b := s.src[j]
			if w, bit := b>>6&1, uint64(1)<<(b&63); seen[w]&bit == 0 {
				seen[w] |= bit
				distinct++
			}
			if b-'0' < 10 {
				digits++
			}
			if j > from && foldByte(b) == foldByte(s.src[j-1]) && b != 'A' && b != '=' {
				if same++; same >= 7 {
					return true
				}
			} else {
				same = 0
			}
		}
		if to-from >= 8 && saysExample(s.src[from:to]) {
			return true
		}
	}
	return any && (distinct < sh.needs || digits < sh.shape.MinDigits)
}

// exampleWords are what people write into made-up tokens. Each is so long
// that chance does not make it.
var exampleWords = [...]string{"example", "placeholder", "changeme", "redacted", "your_", "your-", "yourtoken", "yourkey", "yoursecret", "insert", "dummy"}

func saysExample(b []byte) bool {
	for _, w := range exampleWords {
		if indexFold(b, w) >= 0 {
			return true
		}
	}
	return false
}

// indexFold finds lower-case w in b in any ASCII case.
func indexFold(b []byte, w string) int {
	for i := 0; i+len(w) <= len(b); i++ {
		if b[i]|0x20 == w[0]|0x20 && foldEqual(b[i:i+len(w)], w) {
			return i
		}
	}
	return -1
}
