package detect

import (
	"strings"

	"jezero/redact/internal/scan"
)

// A command may be a list, each argument an item of its own:
//
//	["curl", "-u", "a:x"]     exec.Command("curl", "-u", "a:x")
//	- curl                    spawn("curl", ["-u", "a:x"])
//	- -u
//	- a:x

// mostArgv bounds how many bytes of a list are looked at.
const mostArgv = 400

// listed programs of two words and those whose name says little by itself: the
// first word with the quote that ends it.
var listedPrograms = [...]string{"docker", "podman", "helm", "az", "gh", "zip", "unzip", "7z", "7za", "rar", "twine", "poetry", "security", "doctl"}

func listedAnchors() (as []string) {
	for _, p := range listedPrograms {
		as = append(as, "\""+p+"\"", "'"+p+"'", "\""+p+"\\")
	}
	return as
}

// argv finds the passwords of a command in a list whose program needs more words
// than its first to be known: ["docker", "login", "-p", "x"].
func argv(v *scan.View, out *scan.Out) {
	s := v.Src
	from, to := v.At+1, v.To-1
	w := items{v: v, i: to, limit: min(len(s), v.At+mostArgv), first: s[from:to]}
	if !w.begin() {
		return
	}
	var buf [32]byte
	known := append(buf[:0], w.first...)
	for n := 0; n < 3; n++ {
		if o := programOf(known); o != nil {
			w.options(out, o)
			return
		}
		a, b, ok := w.next()
		if !ok || a == b || s[a] == '-' || len(known)+1+b-a > cap(buf) {
			return
		}
		known = append(append(known, ' '), s[a:b]...)
	}
}

// programOf is the options of the program of that name, whose words blanks part.
func programOf(known []byte) []option {
	for k := range programs {
		if n := programWords[k]; n == len(known) && at(known, 0, programs[k].name[:n]) {
			return programs[k].options
		}
	}
	return nil
}

// programWords is how long the names of the programs are without what "7z " and
// "zip -" have behind them, as a line of them begins.
var programWords = func() (n [len(programs)]int) {
	for k := range programs {
		n[k] = len(strings.TrimRight(programs[k].name, " -"))
	}
	return n
}()

// items walks the items of a list behind the program's name.
type items struct {
	v     *scan.View
	i     int
	limit int
	first []byte // the program: where it stands again another list begins
	level int    // backslashes before the quotes
	mark  byte   // the quote, or 0 where items stand on lines of their own
	inset int    // blanks before the dashes of such lines
}

// begin is at the end of the program's name: it reports whether that is an item
// of a list.
func (w *items) begin() bool {
	s := w.v.Src
	k := w.i
	for k < w.limit && s[k] == '\\' {
		k++
	}
	if k < w.limit && quote(s[k]) && s[k] != '`' {
		w.level, w.mark = k-w.i, s[k]
		if k = skipLayout(s, k+1, w.limit); k < w.limit && (s[k] == ',' || s[k] == ')' && at(s, k+1, ".arg")) {
			w.i = k
			return true
		}
		return w.lines(k)
	}
	w.level = 0
	return w.lines(w.i)
}

// lines: the program stands on a line of its own behind a dash.
func (w *items) lines(end int) bool {
	s := w.v.Src
	w.mark = 0
	if newline(s, w.i) == 0 && (end == w.i || newline(s, end) == 0 && !at(s, end, "- ")) {
		return false
	}
	from, known := lineStart(w.v, w.v.At, 48)
	k := skipBlanks(s, from)
	if !known || !at(s, k, "- ") {
		return false
	}
	w.inset = k - from
	for w.i < w.limit && newline(s, w.i) == 0 {
		w.i++ // the quote
	}
	return true
}

// next is the next item that is a literal; an empty one stands for what is none.
func (w *items) next() (start, end int, ok bool) {
	if w.mark == 0 {
		return w.nextLine()
	}
	s := w.v.Src
	for w.i < w.limit {
		switch c := s[w.i]; {
		case c == ',' || c == '[' || c == '(' || c == '&' || c == '!' || space(c):
			w.i++
		case newline(s, w.i) > 0:
			w.i += newline(s, w.i)
		case at(s, w.i, ").arg"):
			for w.i += len(").arg"); w.i < w.limit && lower(s[w.i]); w.i++ {
			}
		case c == '\\' || quote(c):
			return w.literal()
		case alnum(c) || c == '_' || c == '$':
			return w.variable()
		default:
			return 0, 0, false
		}
	}
	return 0, 0, false
}

func (w *items) literal() (start, end int, ok bool) {
	l, ok := quotedAt(w.v, w.i)
	if !ok || !l.closed || l.level != w.level || l.after > w.limit+mostArgv {
		return 0, 0, false
	}
	w.i = l.after
	if string(w.v.Src[l.start:l.end]) == string(w.first) {
		return 0, 0, false
	}
	return l.start, l.end, true
}

// variable skips an item that is no literal.
func (w *items) variable() (start, end int, ok bool) {
	s := w.v.Src
	from := w.i
	for w.i < w.limit && w.i-from < 64 && (nameByte(s[w.i]) || s[w.i] == '$' || s[w.i] == '(' || s[w.i] == ')' || s[w.i] == ':') {
		w.i++
	}
	return from, from, w.i < w.limit && (s[w.i] == ',' || s[w.i] == '[' || s[w.i] == '!' || s[w.i] == ' ')
}

// nextLine is the next item of a list with an item on each line.
func (w *items) nextLine() (start, end int, ok bool) {
	s := w.v.Src
	n := 0
	if w.i < w.limit {
		n = newline(s, w.i)
	}
	k := w.i + n
	i := skipBlanks(s, k)
	if n == 0 || i-k != w.inset || !at(s, i, "- ") {
		return 0, 0, false
	}
	i = skipBlanks(s, i+2)
	if l, quoted := quotedAt(w.v, i); quoted {
		if !l.closed {
			return 0, 0, false
		}
		start, end, i = l.start, l.end, l.after
	} else {
		start, end = i, lineEnd(s, i, 300)
		i = end
	}
	for w.i = i; w.i < w.limit && blank(s[w.i]); w.i++ {
	}
	for end > start && blank(s[end-1]) {
		end--
	}
	return start, end, string(s[start:end]) != string(w.first)
}

// options judges the items as a command line's words.
func (w *items) options(out *scan.Out, opts []option) {
	s := w.v.Src
	for {
		start, stop, ok := w.next()
		if !ok {
			return
		}
		for k := range opts {
			o := &opts[k]
			if start >= stop || s[start] != o.flag[0] {
				continue
			}
			at, apart := o.match(s[start:stop])
			switch {
			case apart && (o.skip > 0 || o.sep):
				a, b := start, stop
				for n := 0; n <= o.skip && ok; n++ {
					a, b, ok = w.next()
				}
				if ok && a < b && (s[a] != '-' || o.pair != 0) {
					addOption(w.v, out, o, a, b)
				}
			case at > 0:
				addOption(w.v, out, o, start+at, stop)
			}
		}
		if !ok {
			return
		}
	}
}
