package detect

import "jezero/redact/internal/scan"

// sendPassword finds what a script types at a password prompt:
//
//	expect "Password:"          child.expect('password:')
//	send "x\r"                  child.sendline('x')
func sendPassword(v *scan.View, out *scan.Out) {
	s := v.Src
	i := v.To
	if s[v.To-1] == '"' {
		i--
	}
	l, ok := quotedAt(v, skipBlanks(s, i))
	if !ok || !l.closed {
		return
	}
	end := l.end
	for end-l.start >= 2 && s[end-2] == '\\' && (s[end-1] == 'r' || s[end-1] == 'n') {
		end -= 2
		for end > l.start && s[end-1] == '\\' {
			end--
		}
	}
	if end <= l.start || s[v.To-1] == '"' && end == l.end || !promptBefore(v, v.At) {
		return
	}
	if val := s[l.start:end]; commandValue(v, val) && !spaced(val) {
		addCommand(v, out, l.start, end)
	}
}

// promptBefore: the question before i asks for a password; what was typed in
// between has answered it.
func promptBefore(v *scan.View, i int) bool {
	s := v.Src
	for k, low := i-1, v.Backward(i, 0, 100); k >= low; k-- {
		switch s[k] | 0x20 {
		case 'a':
			if (at(s, k, "assword") || at(s, k, "assphrase")) && !insideRedacted(s, k) {
				return true
			}
		case 's':
			if at(s, k, "send") {
				return false
			}
		}
	}
	return false
}
