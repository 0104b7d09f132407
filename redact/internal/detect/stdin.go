package detect

import "jezero/redact/internal/scan"

// stdinPassword: echo x | docker login --password-stdin.
func stdinPassword(v *scan.View, out *scan.Out) {
	s := v.Src
	from, known := lineStart(v, v.At, 400)
	if !known {
		return
	}
	bar := v.At
	for bar > from && s[bar] != '|' {
		bar--
	}
	if bar == from {
		return
	}
	i := bar
	for i > from && s[i-1] != ';' && s[i-1] != '&' && s[i-1] != '|' && s[i-1] != '(' {
		i--
	}
	for _, w := range [...]string{"echo", "printf", "%s", "'%s'", "\"%s\"", "-n", "-e"} {
		for i < bar && (blank(s[i]) || s[i] == '$' || s[i] == '+') && !at(s, i, "${") && !(s[i] == '$' && i+1 < bar && alpha(s[i+1])) {
			i++
		}
		if at(s, i, w) && i+len(w) < bar && blank(s[i+len(w)]) {
			i += len(w)
		} else if w == "echo" && !at(s, i, "printf") {
			return
		}
	}
	i = skipBlanks(s, i)
	end := bar
	for end > i && blank(s[end-1]) {
		end--
	}
	if end-i > 1 && quote(s[i]) && s[end-1] == s[i] {
		i, end = i+1, end-1
	}
	if val := s[i:end]; len(val) > 0 && !spaced(val) && commandValue(val) {
		addCommand(v, out, i, end)
	}
}

// netUser: net user NAME PASSWORD /add.
func netUser(v *scan.View, out *scan.Out) {
	s := v.Src
	end := commandEnd2(s, v.To)
	i := v.To
	for n := range 3 {
		i = skipBlanks(s, i)
		start := i
		for i < end && !blank(s[i]) {
			i++
		}
		w := s[start:i]
		if len(w) == 0 || w[0] == '/' || w[0] == '*' || w[0] == '-' {
			return
		}
		if n == 0 {
			continue
		}
		k := skipBlanks(s, i)
		if (k >= end || s[k] == '/') && hasAlnum(w, 4) && commandValue(w) && (digitIn(w) || symbols(w) > 0) {
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
