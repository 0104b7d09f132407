package detect

import (
	"bytes"

	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// reader is a program that reads a secret from its standard input.
type reader struct {
	name string
	flag string // without this word it does not read one
	pair byte   // it reads user<pair>password
	any  bool   // it stores whatever it is given, most of it no secret
}

// readers by the start of their commands.
var readers = [...]reader{
	{name: "kinit"}, {name: "sudo", flag: "-S"}, {name: "passwd", flag: "--stdin"}, {name: "chpasswd", pair: ':'}, {name: "smbpasswd", flag: "-s"},
	{name: "pass insert"}, {name: "secret-tool store"}, {name: "cryptsetup"}, {name: "npm login"}, {name: "wrangler secret put"},
	{name: "docker login", flag: "--password-stdin"}, {name: "podman login", flag: "--password-stdin"}, {name: "helm registry login", flag: "--password-stdin"},
	{name: "gh auth login", flag: "--with-token"}, {name: "gh secret set"}, {name: "docker secret create", flag: "-"}, {name: "podman secret create", flag: "-"},
	{name: "gcloud secrets create", flag: "--data-file=-"}, {name: "gcloud secrets versions add", flag: "--data-file=-"}, {name: "vercel env add", any: true},
}

// reads says which reader the command s[i:end] starts.
func reads(s []byte, i, end int) *reader {
	for k := range readers {
		if r := &readers[k]; at(s, i, r.name) && i+len(r.name) <= end && (i+len(r.name) == end || !nameByte(s[i+len(r.name)])) && r.flagged(s[i:end]) {
			return r
		}
	}
	return nil
}

// flagged: the words of the command hold the flag, a letter of one among
// others, too: sudo -kS.
func (r *reader) flagged(command []byte) bool {
	found := r.flag == ""
	for i := 0; i < len(command); {
		start := i
		for i < len(command) && !space(command[i]) {
			i++
		}
		w := command[start:i]
		if string(w) == "--version" || string(w) == "--help" {
			return false // it only tells of itself
		}
		if string(w) == r.flag || len(r.flag) == 2 && len(w) > 2 && w[0] == '-' && w[1] != '-' && letters(w[1:]) && bytes.IndexByte(w, r.flag[1]) > 0 {
			found = true
		}
		i++
	}
	return found
}

// pipedSecret: echo x | kinit, printf '%s' x | sudo -S id.
func pipedSecret(v *scan.View, out *scan.Out) {
	s := v.Src
	if v.At == 0 || nameByte(s[v.At-1]) {
		return
	}
	bar := commandStart(s, v.At) - 1
	if bar < 0 || s[bar] != '|' {
		return
	}
	end := v.To
	for limit := min(len(s), v.To+160); end < limit && s[end] != '\n' && s[end] != '\r' && s[end] != '|' && s[end] != ';' && s[end] != '`' && s[end] != '&' && s[end] != '>' && !quote(s[end]) && newline(s, end) == 0; end++ {
	}
	r := reads(s, v.At, end)
	if r == nil {
		return
	}
	piped(v, out, v.Backward(bar, 0, 300), bar, secretIn{r, s[v.At:end]}.least())
}

// commandStart is where the command starts whose program stands at i: before
// sudo, its flags and the blanks.
func commandStart(s []byte, i int) int {
	for low := max(0, i-40); ; {
		for i > low && blank(s[i-1]) {
			i--
		}
		k := i
		for k > low && nameByte(s[k-1]) {
			k--
		}
		if k == i || s[k] != '-' && string(s[k:i]) != "sudo" {
			return i
		}
		i = k
	}
}

// secretIn is a command of a reader.
type secretIn struct {
	*reader
	command []byte
}

// least is how sure a value must look: vercel env add NAME takes every
// setting, and only names that hold a secret say that it is one.
func (c secretIn) least() int {
	if !c.any {
		return short
	}
	for i := len(c.reader.name); i < len(c.command); {
		start := i
		for i < len(c.command) && !space(c.command[i]) {
			i++
		}
		if name.Of(c.command[start:i]).Class == name.Holds {
			return short
		}
		i++
	}
	return likely
}

const (
	short  = 1 + iota // longer than the answer to a question: yes, y
	likely            // generated
)

// piped judges the word that echo or printf writes in s[from:bar].
func piped(v *scan.View, out *scan.Out, from, bar, least int) {
	s := v.Src
	walked := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Pipes })
	i := bar - 1
	writes := false
	for ; ; i-- {
		if i = walked.SkipBack(v, i+1) - 1; i < from || s[i] == ';' || s[i] == '&' || s[i] == '|' || s[i] == '(' || s[i] == '\n' {
			break
		}
		if writes = (at(s, i, "echo ") || at(s, i, "printf ") || at(s, i, "yes ")) && begins(s, i); writes {
			break
		}
	}
	if i+1 < bar && bar+8 < len(s) {
		walked.Saw(v, i+1, bar)
	}
	if !writes {
		return
	}
	format := s[i]|0x20 == 'p'
	for !blank(s[i]) {
		i++
	}
	for i < bar {
		a, b, next := argument(s, i, bar)
		w := s[a:b]
		if format && len(w) >= 2 && w[0] == '%' && (w[1] == 's' || w[1] == 'b') && onlyNewlines(w[2:]) || len(w) == 2 && w[0] == '-' && alpha(w[1]) {
			i = next
			continue
		}
		break
	}
	i = skipBlanks(s, i)
	end := bar
	for end > i && blank(s[end-1]) {
		end--
	}
	if i >= end {
		return
	}
	if quote(s[i]) || s[i] == '\\' {
		a, b, next := argument(s, i, end)
		if next < end {
			return
		}
		i, end = a, b
	}
	readValue(v, out, i, end, least)
}

// readValue adds what a program reads, without the newline that ends it.
func readValue(v *scan.View, out *scan.Out, i, end, least int) {
	s := v.Src
	for end-i > 2 && s[end-1] == 'n' && s[end-2] == '\\' {
		for end -= 2; end > i && s[end-1] == '\\'; end-- {
		}
	}
	val := s[i:end]
	if len(val) == 0 || spaced(val) || !commandValue(v, val) {
		return
	}
	if least >= short && (len(val) < 4 || v.Look(val) == value.Keyword) || least == likely && !value.Likely(val) {
		return
	}
	addCommand(v, out, i, end)
}

// onlyNewlines: \n and \r, escaped however often.
func onlyNewlines(b []byte) bool {
	for _, c := range b {
		if c != '\\' && c != 'n' && c != 'r' {
			return false
		}
	}
	return true
}

// hereString: kinit octo <<< 'x'.
func hereString(v *scan.View, out *scan.Out) {
	s := v.Src
	if v.At == 0 || s[v.At-1] == '<' || v.To >= len(s) || s[v.To] == '<' {
		return // the mark of a conflict
	}
	end := v.At
	for end > 0 && blank(s[end-1]) {
		end--
	}
	var r *reader
	from := end
	for k, low := end, max(0, v.At-160); k > low && r == nil; k-- {
		c := s[k-1]
		if c == '\n' || c == '\r' || c == ';' || c == '|' || c == '&' || c == '<' || c == '`' {
			break
		}
		if lower(c) && begins(s, k-1) {
			if c := commandStart(s, k-1); c == 0 || !nameByte(s[c-1]) || c == k-1 {
				r, from = reads(s, k-1, end), k-1
			}
		}
	}
	if r == nil {
		return
	}
	i := skipBlanks(s, v.To)
	if i+1 < len(s) && s[i] == '$' && quote(s[i+1]) {
		i++
	}
	a, b, _ := argument(s, i, min(len(s), i+300))
	if r.pair != 0 {
		a += bytes.IndexByte(s[a:b], r.pair) + 1
	}
	readValue(v, out, a, b, secretIn{r, s[from:end]}.least())
}
