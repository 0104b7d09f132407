package privacycheck

import (
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
	k := 0
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
	line, caret, caretEnd = window64(line, caret, caretEnd)
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

// window64 cuts a line to excerptWidth characters around the caret.
func window64(line []rune, caret, end int) ([]rune, int, int) {
	lead := 0
	for lead < len(line) && lead < caret && line[lead] == ' ' {
		lead++
	}
	line, caret, end = line[lead:], caret-lead, end-lead
	for len(line) > 0 && len(line) > end && line[len(line)-1] == ' ' {
		line = line[:len(line)-1]
	}
	if len(line) <= excerptWidth {
		return line, caret, end
	}
	from := max(0, min(caret-excerptWidth/3, len(line)-excerptWidth))
	to := min(len(line), from+excerptWidth)
	cut := append([]rune(nil), line[from:to]...)
	caret, end = caret-from, min(end, to)-from
	if from > 0 {
		cut = append([]rune{'…'}, cut...)
		caret, end = caret+1, end+1
	}
	if to < len(line) {
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
