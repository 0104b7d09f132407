package detect

import "jezero/redact/internal/scan"

// stdinPassword: echo x | docker login --password-stdin.
func stdinPassword(v *scan.View, out *scan.Out) {
	s := v.Src
	from := v.Backward(v.At, 0, 400)
	walked := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Bars })
	bar := v.At
	for bar > from && s[bar] != '|' && s[bar] != '\n' {
		bar = max(walked.SkipBack(v, bar), from+1) - 1
	}
	if bar+1 < v.At {
		walked.Saw(v, bar+1, v.At)
	}
	if s[bar] == '|' {
		piped(v, out, from, bar, 0)
	}
}

// pipedTwice: yes x | passwd, which asks twice.
func pipedTwice(v *scan.View, out *scan.Out) {
	piped(v, out, v.Backward(v.At, 0, 300), v.At, short)
}

// netUser: net user NAME PASSWORD /add.
func netUser(v *scan.View, out *scan.Out) {
	s := v.Src
	end := enclosed(v, v.At, v.To, plainEnd(v, v.To))
	i := v.To
	for n := range 3 {
		i = skipBlanks(s, i)
		start := i
		for i < end && !blank(s[i]) {
			i++
		}
		i = wordEndCmd(s, start, i)
		w := s[start:i]
		if len(w) == 0 || w[0] == '/' || w[0] == '*' || w[0] == '-' {
			return
		}
		if n == 0 {
			continue
		}
		k := skipBlanks(s, i)
		if (k >= end || s[k] == '/' || endsCommand(s, k)) && hasAlnum(w, 4) && commandValue(v, w) && (digitIn(w) || symbols(w) > 0) {
			addCommand(v, out, start, i)
		}
		return
	}
}

func digitIn(b []byte) bool {
	for _, c := range b {
		if digit(c) {
			return true
		}
	}
	return false
}
