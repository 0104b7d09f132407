package detect

import (
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// hereDocument is where the first line of the document starts that the command
// before i reads (cmd <<END), or 0.
func hereDocument(s []byte, i int) int {
	for limit := min(len(s)-3, i+100); i < limit; i++ {
		switch c := s[i]; {
		case c == '\n', c == '\r', c == ';', c == '|', c == '\\' && newline(s, i) > 0:
			return 0
		case c == '<' && s[i+1] == '<' && s[i+2] != '<' && s[i-1] != '<':
			e := lineEnd(s, i, 60)
			if newline(s, e) == 0 {
				return 0
			}
			return e + newline(s, e)
		}
	}
	return 0
}

// mostLines of a document are looked at, documentBytes of them.
const (
	mostLines     = 12
	documentBytes = 600
)

// docLine is where a document's line begins behind its indentation, tabs in a
// string among it, and the mark of a diff.
func docLine(s []byte, i, end int) int {
	for i < end {
		switch {
		case blank(s[i]), s[i] == '+':
			i++
		case s[i] == '\\' && i+1 < end && s[i+1] == 't':
			i += 2
		default:
			return i
		}
	}
	return end
}

// anonymous: the user of a server that asks everybody for an address, and for no
// password.
func anonymous(user []byte) bool { return string(user) == "anonymous" || string(user) == "ftp" }

// userLines: user:password, a line each.
func userLines(v *scan.View, out *scan.Out, i int) {
	s := v.Src
	high := min(len(s), i+documentBytes)
	for range mostLines {
		end := lineEnd(s, i, high-i)
		k := docLine(s, i, end)
		for k < end && nameByte(s[k]) {
			k++
		}
		if k == i || k+1 >= end || s[k] != ':' || newline(s, end) == 0 {
			return
		}
		if val := s[k+1 : end]; !spaced(val) && commandValue(v, val) {
			addCommand(v, out, k+1, end)
		}
		i = end + newline(s, end)
	}
}

// ftpLogin: ftp -n host <<END, and in the document: user NAME PASSWORD.
func ftpLogin(v *scan.View, out *scan.Out) {
	s := v.Src
	if k := v.At; k > 0 && s[k-1] == 'l' {
		k--
		if k > 0 && nameByte(s[k-1]) {
			return
		}
	} else if k > 0 && nameByte(s[k-1]) && scan.Backslashes(s, k-1) == 0 {
		return
	}
	i := hereDocument(s, v.At+len("ftp"))
	if i == 0 {
		return
	}
	high := min(len(s), i+documentBytes)
	for range mostLines {
		end := lineEnd(s, i, high-i)
		i = docLine(s, i, end)
		switch {
		case newline(s, end) == 0, end-i > 3 && (at(s, i, "ftp ") || at(s, i, "lftp ")):
			return
		case at(s, i, "user "):
			if a, b, next := argument(s, i+len("user "), end); next < end && !anonymous(s[a:b]) {
				if a, b, next := argument(s, next, end); a < b && skipBlanks(s[:end], next) == end && commandValue(v, s[a:b]) && v.Look(s[a:b]) != value.Keyword {
					addCommand(v, out, a, b)
				}
			}
			return
		}
		i = end + newline(s, end)
	}
}
