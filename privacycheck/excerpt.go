package privacycheck

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mask stands for what must not be shown, whatever its length.
const mask = "*****"

// excerptWidth is how much of a line is shown, in characters.
const excerptWidth = 64

// excerpt shows the line text[from:to] with everything masked that hides says,
// control characters replaced, cut to a window around [start,end), which it
// returns in characters of the excerpt.
func excerpt(text []byte, from, to, start, end int, hides []span) (s string, caret, caretLen int) {
	var line []rune
	caret, caretEnd := -1, -1
	put := func(r rune) { line = append(line, r) }
	// A line may be a whole minified file: only what can come into the window is read.
	cutLeft, cutRight := false, false
	if left := start - reach; left > from {
		from, cutLeft = runeStart(text, left), true
	}
	if right := end + reach; right < to {
		to, cutRight = runeStart(text, right), true
	}
	k := sort.Search(len(hides), func(i int) bool { return hides[i].end > from })
	if k < len(hides) && hides[k].start < from {
		// The cut fell into something hidden: it is masked from its first byte on,
		// as if it began here.
		hides = append([]span{{from, hides[k].end}}, hides[k+1:]...)
		k = 0
	}
	for i := from; i < to; {
		for k < len(hides) && hides[k].end <= i {
			k++
		}
		if i >= start && caret < 0 {
			caret = len(line)
		}
		if k < len(hides) && hides[k].start <= i {
			if start > i && start < hides[k].end && caret < 0 {
				caret = len(line)
			}
			for _, r := range mask {
				put(r)
			}
			if end > i && end <= hides[k].end {
				caretEnd = len(line)
			}
			i = hides[k].end
			continue
		}
		if i >= end && caretEnd < 0 {
			caretEnd = len(line)
		}
		r, n := utf8.DecodeRune(text[i:to])
		put(printable(r, n))
		i += n
	}
	if caret < 0 {
		caret = len(line)
	}
	if caretEnd < 0 {
		caretEnd = len(line)
	}
	line, caret, caretEnd = window64(line, caret, caretEnd, cutLeft, cutRight)
	return string(line), caret, max(1, caretEnd-caret)
}

// printable replaces what a terminal would act on or not show.
func printable(r rune, n int) rune {
	switch {
	case r == '\t':
		return ' '
	case r == utf8.RuneError && n == 1:
		return '?'
	case r == '\r':
		return ' '
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == 0x2028, r == 0x2029:
		return '·'
	}
	return r
}

// reach is how many bytes to both sides of a finding can come into its excerpt:
// four for each character.
const reach = 4 * excerptWidth

// runeStart moves an offset back to where a rune begins.
func runeStart(text []byte, i int) int {
	for n := 0; n < 3 && i > 0 && !utf8.RuneStart(text[i]); n++ {
		i--
	}
	return i
}

// window64 cuts a line to excerptWidth characters around the caret. cutLeft and
// cutRight tell that the line went on there.
func window64(line []rune, caret, end int, cutLeft, cutRight bool) ([]rune, int, int) {
	lead := 0
	for !cutLeft && lead < len(line) && lead < caret && line[lead] == ' ' {
		lead++
	}
	line, caret, end = line[lead:], caret-lead, end-lead
	for len(line) > 0 && len(line) > end && line[len(line)-1] == ' ' {
		line = line[:len(line)-1]
	}
	if len(line) <= excerptWidth && !cutLeft && !cutRight {
		return line, caret, end
	}
	from := max(0, min(caret-excerptWidth/3, len(line)-excerptWidth))
	to := min(len(line), from+excerptWidth)
	cut := append([]rune(nil), line[from:to]...)
	caret, end = caret-from, min(end, to)-from
	if from > 0 || cutLeft {
		cut = append([]rune{'…'}, cut...)
		caret, end = caret+1, end+1
	}
	if to < len(line) || cutRight {
		cut = append(cut, '…')
	}
	return cut, caret, end
}

type span struct{ start, end int }

// maskPath hides the terms in a path and makes it printable.
func maskPath(path string, hides []span) string {
	var b strings.Builder
	k := 0
	for i := 0; i < len(path); {
		for k < len(hides) && hides[k].end <= i {
			k++
		}
		if k < len(hides) && hides[k].start <= i {
			b.WriteString(mask)
			i = hides[k].end
			continue
		}
		r, n := utf8.DecodeRuneInString(path[i:])
		if r == utf8.RuneError && n == 1 || r == '\t' {
			b.WriteByte('?')
		} else if r == '\n' || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			b.WriteByte('?')
		} else {
			b.WriteRune(r)
		}
		i += n
	}
	return b.String()
}
