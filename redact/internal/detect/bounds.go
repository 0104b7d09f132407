package detect

// What bounds an unquoted value where the text around it has a grammar of its
// own: the authority of a URL, a list of options, a size with its unit.

// inAuthority: the name that begins at i is the user of scheme://user:password@host,
// or the last words of it.
func inAuthority(s []byte, i int) bool {
	for k := i; k > 2 && i-k < 64; k-- {
		switch c := s[k-1]; {
		case c == '/':
			return s[k-2] == '/' && s[k-3] == ':'
		case alnum(c), c == '+', c == '-', c == '_', c == '.', c == '%', c == '~':
		default:
			return false
		}
	}
	return false
}

// beforeHost is where a password ends that an @ and a host follow: the last @
// before the path, as urlUser has it; end when there is none.
func beforeHost(s []byte, i, end int) int {
	at := end
	for k := i; k < end; k++ {
		switch s[k] {
		case '@':
			at = k
		case '/', '?', '#':
			if at < end {
				return at
			}
		}
	}
	return at
}

// inOptions: the name that begins at i stands in a list of options with commas,
// rw,password=x or -o password=x.
func inOptions(s []byte, i int) bool {
	if i > 1 && s[i-1] == ',' {
		return alnum(s[i-2])
	}
	k := i
	if k > 0 && quote(s[k-1]) {
		k--
	}
	for k > 0 && blank(s[k-1]) && i-k < 8 {
		k--
	}
	return k > 2 && s[k-1] == 'o' && s[k-2] == '-' && blank(s[k-3])
}

// beforeOptions is the end of a value in a list of options without the options
// behind it that are mere words: commas part them, so that no value holds one.
func beforeOptions(s []byte, i, end int) int {
	for {
		k := end
		for k > i && (lower(s[k-1]) || s[k-1] == '_') {
			k--
		}
		if end-k < 2 || k-1 <= i || s[k-1] != ',' {
			return end
		}
		end = k - 1
	}
}

// unitAt: the word behind the number that ends at i makes it the size of a
// secret: password: 12 bytes.
func unitAt(s []byte, i int) bool {
	k := skipBlanks(s, i)
	if k == i {
		return false
	}
	for _, w := range [...]string{"caract", "zeichen", "znak", "karakter", "символ", "tecken", "merkki"} {
		if at(s, k, w) {
			return true
		}
	}
	for _, w := range [...]string{"byte", "char", "character", "bit"} {
		if !at(s, k, w) {
			continue
		}
		e := k + len(w)
		if e < len(s) && s[e] == 's' {
			e++
		}
		if e == len(s) || !alnum(s[e]) {
			return true
		}
	}
	return false
}
