package privacycheck

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName is the longest account name that is read; longer runs are no names.
const maxName = 64

// homeHere looks for /home/<n>, /Users/<n> and C:\Users\<n> in all spellings
// (doubled and escaped separators, percent encoding, drive letters below /mnt,
// file URLs) at a separator that ends before i.
func (c *Checker) homeHere(src []byte, i int) (match, bool) {
	if i+5 > len(src) {
		return match{}, false
	}
	switch src[i] {
	case 'h':
		if string(src[i:i+4]) == "home" {
			return c.homeAt(src, i, i+4, false)
		}
	case 'U', 'u':
		if string(src[i+1:i+5]) == "sers" {
			return c.homeAt(src, i, i+5, true)
		}
	case '-': // the form in which agents name projects: /-home-<n>-src
		if i+6 <= len(src) && string(src[i+1:i+5]) == "home" {
			return dashedHome(c, src, i+1, i+5)
		}
		if i+7 <= len(src) && string(src[i+1:i+6]) == "Users" {
			return dashedHome(c, src, i+1, i+6)
		}
	}
	return match{}, false
}

// homeAt verifies the folder name src[at:end], which is "home", "Users" or
// "users", and reads the account name behind it.
func (c *Checker) homeAt(src []byte, at, end int, users bool) (match, bool) {
	before, back := separatorBefore(src, at)
	if before == 0 {
		return match{}, false
	}
	after, name := separatorAfter(src, end)
	if after == 0 || after != before && !(before == '/' || after == '/') {
		return match{}, false
	}
	start, ok := back, false
	if users {
		start, ok = usersRoot(src, back, before, src[at] == 'U')
	} else {
		start, ok = homeRoot(src, back, before)
	}
	if !ok {
		return match{}, false
	}
	nameEnd := accountEnd(src, name, users)
	if nameEnd == name || nameEnd-name > maxName {
		return match{}, false
	}
	if c.placeholderName(src[name:nameEnd]) || routeName(src, name, nameEnd) {
		return match{}, false
	}
	return match{rule: ruleHome, start: start, end: nameEnd, hide: name, hideEnd: nameEnd}, true
}

// separatorBefore reads the path separator that ends at i: '/', '\', doubled or
// escaped, or their percent form. It returns '/' or '\\' and where it starts,
// or 0 when none ends there.
func separatorBefore(src []byte, i int) (sep byte, start int) {
	if i == 0 {
		return 0, i
	}
	switch src[i-1] {
	case '/':
		i--
		if i > 0 && src[i-1] == '\\' { // JSON writes \/ in some languages
			i--
		}
		return '/', i
	case '\\':
		i--
		for i > 0 && src[i-1] == '\\' {
			i--
		}
		return '\\', i
	}
	if i >= 3 && src[i-3] == '%' {
		switch {
		case src[i-2] == '2' && src[i-1]|0x20 == 'f':
			return '/', i - 3
		case src[i-2] == '5' && src[i-1]|0x20 == 'c':
			return '\\', i - 3
		}
	}
	return 0, i
}

// separatorAfter reads the separator that starts at i and returns where it ends.
func separatorAfter(src []byte, i int) (sep byte, end int) {
	if i >= len(src) {
		return 0, i
	}
	switch src[i] {
	case '/':
		for i < len(src) && src[i] == '/' {
			i++
		}
		return '/', i
	case '\\':
		for i < len(src) && src[i] == '\\' {
			i++
		}
		if i < len(src) && src[i] == '/' {
			return '/', i + 1
		}
		return '\\', i
	}
	if i+2 < len(src) && src[i] == '%' {
		switch {
		case src[i+1] == '2' && src[i+2]|0x20 == 'f':
			return '/', i + 3
		case src[i+1] == '5' && src[i+2]|0x20 == 'c':
			return '\\', i + 3
		}
	}
	return 0, i
}

// homeRoots are folders that hold a home folder in some systems and mounts.
var homeRoots = []string{"var", "usr", "export", "mnt", "net", "nfs", "host", "rootfs", "Data"}

// pathSchemes are URL schemes whose path is a path on a computer.
var pathSchemes = []string{"file", "ssh", "sftp", "scp", "rsync", "nfs", "git", "vscode-remote", "sshfs"}

// homeRoot decides whether a "/home" whose separator starts at i is the top of
// an absolute path, and returns where that path starts. In a web address or
// below another folder it is no home.
func homeRoot(src []byte, i int, sep byte) (int, bool) {
	if sep == '\\' {
		// Only Windows' view of a Linux file system writes \home\: \\wsl$\Ubuntu\home\<n>
		from := max(0, i-64)
		if j := bytes.LastIndex(bytes.ToLower(src[from:i]), []byte(`\wsl`)); j >= 0 && !bytes.ContainsAny(src[from+j:i], " \t\n\"'") {
			start := from + j
			for start > 0 && src[start-1] == '\\' {
				start--
			}
			return start, true
		}
		return i, false
	}
	if i == 0 || !words[src[i-1]] {
		if i == 0 {
			return i, true
		}
		switch src[i-1] {
		case '/':
			// file:///home or a doubled slash; https://host//home is a web address.
			return i, !webAddress(src, i)
		case '.', '~', '}', ')', ']', '-', '@', '*', '%', '+':
			// ./home, ~/home, ${X}/home, $(x)/home, [x]/home: relative to something else.
			return i, false
		}
		return i, true
	}
	if afterEscape(src, i) {
		return i, true
	}
	// A compiler flag glued to its path: -I/home/<n>/include.
	if i >= 2 && src[i-2] == '-' && isLetter(src[i-1]) && (i == 2 || !words[src[i-3]]) {
		return i, true
	}
	w := i
	for w > 0 && i-w < 64 && (words[src[w-1]] || src[w-1] == '.' || src[w-1] == '-') {
		w--
	}
	if w > 0 && src[w-1] == '/' {
		dir := string(src[w:i])
		for _, r := range homeRoots {
			if dir == r && (w < 2 || !words[src[w-2]] && src[w-2] != '.' && src[w-2] != '/' || afterEscape(src, w-1) || r == "Data") {
				return w - 1, true
			}
		}
	}
	return i, localURL(src, i)
}

// localURL is true when the path at i belongs to a URL of a scheme that speaks
// about files: ssh://host/home/<n>.
func localURL(src []byte, i int) bool {
	from := max(0, i-128)
	for j := i - 1; j > from+2; j-- {
		switch b := src[j]; {
		case b == '/' && src[j-1] == '/' && src[j-2] == ':':
			scheme := src[from : j-2]
			for _, s := range pathSchemes {
				if bytes.HasSuffix(scheme, []byte(s)) {
					return true
				}
			}
			return false
		case !words[b] && strings.IndexByte(".-@:[]+%", b) < 0:
			return false
		}
	}
	return false
}

// webAddress is true when the slash at i belongs to a URL that is not about files.
func webAddress(src []byte, i int) bool {
	line := src[max(0, i-256):i]
	if j := bytes.LastIndexAny(line, " \t\n\"'<>()"); j >= 0 {
		line = line[j+1:]
	}
	j := bytes.Index(line, []byte("://"))
	if j < 0 {
		return false
	}
	for _, s := range pathSchemes {
		if bytes.HasSuffix(line[:j], []byte(s)) {
			return false
		}
	}
	return true
}

// usersRoot decides the same for a Users folder, which also stands below a
// drive letter. A lower-case /users/ is a web route unless a drive stands
// before it; so is /Users/ below another folder.
func usersRoot(src []byte, i int, sep byte, upper bool) (int, bool) {
	// C:\Users, C:/Users, C%3A%5CUsers
	if i >= 2 && src[i-1] == ':' && isLetter(src[i-2]) && (i == 2 || startsHere(src, i-2)) {
		return i - 2, true
	}
	if i >= 4 && src[i-3] == '%' && src[i-2] == '3' && src[i-1]|0x20 == 'a' && isLetter(src[i-4]) {
		return i - 4, true
	}
	// /mnt/c/Users, /c/Users, /cygdrive/c/Users, \\?\C:\Users is the first case
	if i >= 2 && isLetter(src[i-1]) && (src[i-2] == '/' || src[i-2] == '\\') {
		d := i - 2
		for _, p := range []string{"/mnt", "/cygdrive", "/host_mnt", "/media"} {
			if d >= len(p) && string(src[d-len(p):d]) == p {
				return d - len(p), true
			}
		}
		if d == 0 || !words[src[d-1]] && src[d-1] != '.' && src[d-1] != '/' {
			return d, upper
		}
	}
	if !upper {
		return i, false
	}
	if sep == '\\' {
		// \Users\ without a drive: after a blank or quote, %SystemDrive%, a share.
		return i, i == 0 || !words[src[i-1]] || afterEscape(src, i) || bytes.Contains(src[max(0, i-32):i], []byte(`\\`))
	}
	return homeRoot(src, i, '/')
}

// accountEnd reads an account name. Names on Windows and macOS may hold
// blanks: those are taken only when a separator closes the name.
func accountEnd(src []byte, i int, blanks bool) int {
	if i >= len(src) || !nameStart(src[i:]) {
		return i
	}
	end := i
	for end < len(src) && end-i <= maxName && nameByte(src[end]) {
		if src[end] == '%' {
			break
		}
		end++
	}
	// A dot or dash that ends a sentence is not of the name.
	for end > i && (src[end-1] == '.' || src[end-1] == '-') {
		end--
	}
	if !blanks || end >= len(src) || src[end] != ' ' {
		return end
	}
	for k, n := end, 0; k < len(src) && k-i < maxName; k++ {
		switch b := src[k]; {
		case b == ' ':
			if n++; n > 3 {
				return end
			}
		case b == '\\' || b == '/':
			// A blank before the separator means prose, not a name of two words.
			if src[k-1] != ' ' {
				return k
			}
			return end
		case !nameByte(b) || b == '%':
			return end
		}
	}
	return end
}

// nameStart is true for what an account name may begin with.
func nameStart(s []byte) bool {
	if s[0] < utf8.RuneSelf {
		return words[s[0]]
	}
	r, _ := utf8.DecodeRune(s)
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == utf8.RuneError
}

func nameByte(b byte) bool {
	return words[b] || b == '.' || b == '-' || b == '+' || b == '@'
}

// routeName is true for what stands behind /home/ in web routes: a page with
// its file ending, a number or a UUID (which directories of people use as ids).
func routeName(src []byte, i, end int) bool {
	name := src[i:end]
	digits, dashes := 0, 0
	for _, b := range name {
		switch {
		case isDigit(b):
			digits++
		case b == '-':
			dashes++
		}
	}
	if digits == len(name) {
		return true
	}
	if len(name) == 36 && dashes == 4 {
		hex := true
		for _, b := range name {
			hex = hex && (isHex(b) || b == '-')
		}
		if hex {
			return true
		}
	}
	if dot := bytes.LastIndexByte(name, '.'); dot > 0 && (end == len(src) || src[end] != '/' && src[end] != '\\') {
		switch string(name[dot:]) {
		case ".html", ".htm", ".php", ".js", ".jsx", ".ts", ".tsx", ".css", ".scss", ".vue", ".svelte", ".json", ".md", ".mdx", ".png", ".svg", ".jpg", ".go", ".py", ".rb", ".java", ".aspx", ".jsp":
			return true
		}
	}
	return false
}

// dashedHome reads the form into which coding agents turn a working folder to
// name a project: /-home-<n>-src, below a separator only.
func dashedHome(c *Checker, src []byte, at, end int) (match, bool) {
	if at < 2 || src[at-1] != '-' || src[at-2] != '/' && src[at-2] != '\\' || end >= len(src) || src[end] != '-' || src[at] == 'u' {
		return match{}, false
	}
	name := end + 1
	stop := name
	for stop < len(src) && isAlnum(src[stop]) || stop < len(src) && src[stop] >= 0x80 {
		stop++
	}
	if stop == name || stop-name > maxName || c.placeholderName(src[name:stop]) {
		return match{}, false
	}
	return match{rule: ruleHome, start: at - 1, end: stop, hide: name, hideEnd: stop}, true
}

// rootHere looks for /root/, which is a home folder without a name in it, at
// the separator src[at].
func rootHere(src []byte, at int) (match, bool) {
	i := at + len("/root/")
	if i >= len(src) || string(src[at:i]) != "/root/" {
		return match{}, false
	}
	if _, ok := homeRoot(src, at, '/'); !ok || !nameStart(src[i:]) && src[i] != '.' {
		return match{}, false
	}
	return match{rule: ruleRoot, start: at, end: i, hide: at, hideEnd: i}, true
}
