package value

// shownBytes is how much of either end of a token is left when it is cut for
// display: xai-...b14o, PMAK-65f0...c41d.
const shownBytes = 6

// cutShort: a token whose body was cut out, or written with one letter: a
// prefix that ends in a separator, then an ellipsis with a few bytes around it
// or runs of one letter. What has a body before the ellipsis is none.
func cutShort(f *facts) bool {
	v := f.v
	if len(v) > 64 || !f.has(markJoin|markDot|markHigh) {
		return false
	}
	i, n := -1, len("...")
	if f.has(markDot) {
		i = index(v, "...")
	}
	if i < 0 {
		if f.has(markHigh) {
			i, n = index(v, "…"), len("…")
		}
		if i < 0 {
			return lettered(v)
		}
	}
	head, tail := v[:i], v[i+n:]
	for len(tail) > 0 && tail[0] == '.' {
		tail = tail[1:]
	}
	body := i
	for body > 0 && alnum(head[body-1]) {
		body--
	}
	return i-body <= shownBytes && len(tail) <= shownBytes && allAlnum(tail) && tokenPrefix(head[:body])
}

// tokenPrefix: sk-or-v1-, rk_live_: short words of letters and digits, each with
// a separator behind it.
func tokenPrefix(b []byte) bool {
	n := 0
	for i, c := range b {
		switch {
		case alnum(c):
			if n++; n > 10 {
				return false
			}
		case (c == '-' || c == '_' || c == '.') && n > 0:
			if n == 1 && i == 1 {
				return false
			}
			n = 0
		default:
			return false
		}
	}
	return len(b) > 2 && len(b) <= 24 && n == 0
}

// lettered: SG.xxxxx.yyyyy, a prefix and then runs of one letter each.
func lettered(v []byte) bool {
	i := 0
	for i < len(v) && i < 7 && alnum(v[i]) {
		i++
	}
	if i < 2 || i+3 >= len(v) || i > 6 || v[i] != '-' && v[i] != '_' && v[i] != '.' || v[i+1] != v[i+2] || v[i+1] != v[i+3] {
		return false
	}
	runs, n := 0, 0
	for k := i + 1; k <= len(v); k++ {
		if k < len(v) && (lower(v[k]) || upper(v[k])) && (n == 0 || v[k] == v[k-1]) {
			n++
			continue
		}
		if n < 3 || k < len(v) && v[k] != '-' && v[k] != '_' && v[k] != '.' {
			return false
		}
		runs, n = runs+1, 0
	}
	return runs > 1
}

func allAlnum(b []byte) bool {
	for _, c := range b {
		if !alnum(c) {
			return false
		}
	}
	return true
}

func alnum(c byte) bool { return alnums[c] }

// alnums answers with one look what would take a branch for each range of bytes.
var alnums = func() (t [256]bool) {
	for i := range t {
		c := byte(i)
		t[i] = lower(c) || upper(c) || digit(c)
	}
	return t
}()
