package detect

import (
	"bytes"

	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// option says how a program takes its password.
type option struct {
	flag string // -p
	glue bool   // the value is glued to the flag: -pX
	sep  bool   // the value is the next word: -p X
	pair byte   // the value is user<pair>password
	skip int    // words between the flag, which is a verb then, and the value
}

// program is one by its name and options.
type program struct {
	name    string
	options []option
}

// programs and the options that take a password. What the same letter means
// elsewhere (a port, an archive, a prompt) is not here: -p of docker run, ssh
// and mysql with a blank after it, -a of rsync.
var programs = [...]program{
	{"curl", []option{{"-u", true, true, ':', 0}, {"--user", false, true, ':', 0}, {"-U", true, true, ':', 0}, {"--proxy-user", false, true, ':', 0}, {"--oauth2-bearer", false, true, 0, 0},
		{"--cert", false, true, ':', 0}, {"-E", true, true, ':', 0}, {"--proxy-cert", false, true, ':', 0}, {"--pass", false, true, 0, 0}, {"--proxy-pass", false, true, 0, 0}}},
	{"mysql", []option{{"-p", true, false, 0, 0}}},
	{"mariadb", []option{{"-p", true, false, 0, 0}}},
	{"redis-cli", []option{{"-a", false, true, 0, 0}, {"--pass", false, true, 0, 0}}},
	{"sshpass", []option{{"-p", true, true, 0, 0}}},
	{"docker login", []option{{"-p", true, true, 0, 0}}}, {"podman login", []option{{"-p", true, true, 0, 0}}}, {"helm registry login", []option{{"-p", true, true, 0, 0}}},
	{"smbclient", []option{{"-U", true, true, '%', 0}}}, {"rpcclient", []option{{"-U", true, true, '%', 0}}}, {"winexe", []option{{"-U", true, true, '%', 0}}},
	{"psexec", []option{{"-p", false, true, 0, 0}}},
	{"ldapsearch", []option{{"-w", true, true, 0, 0}}}, {"ldapmodify", []option{{"-w", true, true, 0, 0}}}, {"ldapadd", []option{{"-w", true, true, 0, 0}}},
	{"mongo", []option{{"-p", false, true, 0, 0}}},
	{"certutil", []option{{"-p", false, true, 0, 0}}}, {"oc login", []option{{"-p", true, true, 0, 0}}}, {"cf login", []option{{"-p", false, true, 0, 0}}},
	{"cypher-shell", []option{{"-p", false, true, 0, 0}}}, {"evil-winrm", []option{{"-p", false, true, 0, 0}}}, {"crackmapexec", []option{{"-p", false, true, 0, 0}}},
	{"schtasks", []option{{"/rp", false, true, 0, 0}, {"/RP", false, true, 0, 0}}}, {"nuget add source", []option{{"-p", false, true, 0, 0}}},
	{"az login", []option{{"-p", false, true, 0, 0}}},
	{"sqlcmd", []option{{"-P", true, true, 0, 0}}}, {"cqlsh", []option{{"-p", false, true, 0, 0}}},
	{"unrar", archive}, {"rar ", archive}, {"7z ", archive}, {"7za ", archive}, {"7zz ", archive},
	{"xfreerdp", freerdp}, {"wlfreerdp", freerdp},
	{"rabbitmqctl", []option{{"add_user", false, true, 0, 1}, {"change_password", false, true, 0, 1}, {"authenticate_user", false, true, 0, 1}}},
	{"ipmitool", []option{{"-P", true, true, 0, 0}}},
	{"mosquitto_pub", []option{{"-P", false, true, 0, 0}}}, {"mosquitto_sub", []option{{"-P", false, true, 0, 0}}},
	{"doctl auth init", []option{{"-t", true, true, 0, 0}}},
	{"etcdctl", []option{{"--user", false, true, ':', 0}}},
	{"security add-generic", []option{{"-w", false, true, 0, 0}}}, {"security add-internet", []option{{"-w", false, true, 0, 0}}},
	{"security unlock-key", []option{{"-p", false, true, 0, 0}}}, {"security create-key", []option{{"-p", false, true, 0, 0}}}, {"security import", []option{{"-P", false, true, 0, 0}}},
	{"twine upload", []option{{"-p", false, true, 0, 0}}}, {"poetry publish", []option{{"-p", false, true, 0, 0}}},
	{"lftp", []option{{"-u", true, true, ',', 0}}},
	{"zip -", []option{{"-P", false, true, 0, 0}}}, {"unzip -", []option{{"-P", false, true, 0, 0}}},
	{"snmpwalk", snmp}, {"snmpget", snmp}, {"snmpset", snmp}, {"snmpbulk", snmp},
	{"http -", httpie}, {"https -", httpie},
	{"gh secret set", []option{{"--body", false, true, 0, 0}, {"-b", true, true, 0, 0}}},
	{"openssl", []option{{"-k", false, true, 0, 0}, {"-K", false, true, 0, 0}, {"pass:", true, false, 0, 0}}},
}

var (
	snmp = []option{{"-c", true, true, 0, 0}, {"-A", true, true, 0, 0}, {"-X", true, true, 0, 0}}
	// -hp hides the names of an archive's files, too.
	archive = []option{{"-p", true, false, 0, 0}, {"-hp", true, false, 0, 0}}
	freerdp = []option{{"/p:", true, false, 0, 0}, {"/pth:", true, false, 0, 0}, {"/gp:", true, false, 0, 0}}
	httpie  = []option{{"-a", true, true, ':', 0}, {"--auth", false, true, ':', 0}}
)

// programsOf are the programs by the first letters of their names.
var programsOf = func() (of [32][]uint8) {
	for i := range programs {
		c := programs[i].name[0] & 31
		of[c] = append(of[c], uint8(i))
	}
	return of
}()

// command walks the rest of a command line.
func command(v *scan.View, out *scan.Out) {
	s := v.Src
	if !begins(s, v.At) || v.At > 0 && s[v.At-1] == ':' {
		return
	}
	var buf [24]byte
	n := 0
	for i := v.At; i < v.To && n < len(buf); i++ {
		c := s[i]
		if upper(c) {
			c |= 0x20
		}
		buf[n] = c
		n++
	}
	for _, i := range programsOf[buf[0]&31] {
		if p := &programs[i]; p.name == string(buf[:n]) {
			options(v, out, p.options)
			return
		}
	}
	switch {
	case at(buf[:n], 0, "net use"):
		netUse(v, out)
	case at(buf[:n], 0, "aws ssm"):
		putParameter(v, out)
	case at(buf[:n], 0, "wpa_"):
		wpaPassphrase(v, out)
	case at(buf[:n], 0, "aws"):
		awsConfigure(v, out)
	case at(buf[:n], 0, "htpasswd"):
		htpasswd(v, out)
	case at(buf[:n], 0, "convertto"), at(buf[:n], 0, "identified"):
		statement(v, out)
	case at(buf[:n], 0, "oathtool"):
		oneTimeSeed(v, out)
	case at(buf[:n], 0, "sp_addlogin"):
		tuple(v, out, v.To)
	case at(buf[:n], 0, "chpasswd"):
		chpasswd(v, out)
	default:
		userPair(v, out)
	}
}

// beforeLimit is how far before its limit a walk to a command's end does not
// depend on it yet, nor, by beforeEnd, on the end of what is to be seen.
const (
	beforeLimit = 32
	beforeEnd   = 96
)

// commandEnd is where the command that starts at i ends: the line, unless a
// backslash continues it; a pipe or semicolon outside of quotes.
func commandEnd(v *scan.View, i int, prog []byte) int {
	return enclosed(v, v.At, i, commandLine(v, i, prog))
}

func commandLine(v *scan.View, i int, prog []byte) int {
	start, s := i, v.Src
	limit := min(len(s), i+4096)
	var q byte
	var walk *scan.Walk
	if ends := v.Ends(prog); ends != nil {
		walk, i = ends.At(v, i, prog)
		ended := false
		if q, ended = walk.Quote(); ended {
			return i
		}
	}
	end := commandWalk(v, walk, i, start, limit, q, prog)
	if walk != nil && end < min(limit-beforeLimit, len(s)-beforeEnd) {
		walk.End()
	}
	return end
}

// commandWalk goes on to the end from i, where the quote q is open.
func commandWalk(v *scan.View, walk *scan.Walk, i, start, limit int, q byte, prog []byte) int {
	s := v.Src
	sure := min(limit-beforeLimit, len(s)-beforeEnd)
	if walk == nil {
		sure = 0
	}
	for ; i < limit; i++ {
		from := i
		for i+1 < limit && !inCommands[s[i]] {
			i++
		}
		if from < sure {
			walk.Came(v, from, min(i+1, sure), q)
		}
		switch c := s[i]; {
		case c == '\\':
			if i+1 < limit && (s[i+1] == '\n' || s[i+1] == '\r') {
				i++
				continue
			}
			if n := newline(s, i); n > 0 {
				// \\\n inside of a JSON string is a continued line.
				if scan.Backslashes(s, i+n-1)%2 == 1 && i+1 < limit && s[i+1] == '\\' {
					i += n - 1
					continue
				}
				return i
			}
			if i+1 < limit {
				i++
			}
		case c == '\n':
			return i
		case c == ' ' && i > start && i+len(prog) < limit && s[i+1] == prog[0] && string(s[i+1:i+1+len(prog)]) == string(prog):
			return i // the next command of the same program
		case q == 0 && c == '[' && value.RedactedLen(s[i:min(len(s), i+90)]) > 0:
			return i // what stood there may have ended the command
		case q == 0 && (c == ';' || c == '|' || c == '&' && i+1 < limit && s[i+1] == '&'):
			return i
		case quote(c):
			if q == 0 {
				q = c
			} else if q == c {
				q = 0
			}
		}
	}
	return i
}

// inCommands has the bytes that a walk to a command's end looks at.
var inCommands = func() (t [256]bool) {
	for _, c := range []byte("\\\n []|;&\"'`") {
		t[c] = true
	}
	return t
}()

// programEnd is where a program's arguments may begin: behind the word that its name
// begins, unless that goes on as names do.
func programEnd(v *scan.View) int {
	s, i := v.Src, v.To
	if i < len(s) && nameByte(s[i]) {
		return i
	}
	walked := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Programs })
	for ; ; i++ {
		if i = walked.Skip(v, i); i >= len(s) || s[i] <= ' ' || s[i] == '\\' || quote(s[i]) {
			break
		}
	}
	i = min(i, len(s))
	walked.Saw(v, v.To, i)
	return i
}

// argument is the next word of a command line: its offsets without quotes.
func argument(s []byte, i, end int) (start, stop, next int) { return argumentIn(nil, s, i, end) }

// argumentIn is argument with what was walked before, unless v is nil.
func argumentIn(v *scan.View, s []byte, i, end int) (start, stop, next int) {
	for i < end {
		if space(s[i]) || s[i] == '\\' && i+1 < end && (s[i+1] == '\n' || s[i+1] == '\r') {
			i++
			continue
		}
		if digit(s[i]) && i+1 < end && s[i+1] == '>' {
			for i < end && !space(s[i]) { // 2>&1
				i++
			}
			continue
		}
		// \\\n: a continued line inside of a string.
		n := newline(s, i)
		if n < 3 {
			break
		}
		i = min(i+n, end)
	}
	if i >= end {
		return end, end, end
	}
	k := i
	for k < end && s[k] == '\\' {
		k++
	}
	if k < end && (s[k] == '"' || s[k] == '\'') {
		lvl := k - i
		q := s[k]
		for p := k + 1; p < end; p++ {
			if s[p] == q && scan.Backslashes(s[k+1:], p-k-1) <= lvl {
				return k + 1, p - min(lvl, scan.Backslashes(s[k+1:], p-k-1)), p + 1
			}
		}
		return k + 1, end, end
	}
	p := wordEndIn(v, s, i, end)
	return i, p, p
}

func options(v *scan.View, out *scan.Out, opts []option) {
	s := v.Src
	end := commandEnd(v, v.To, s[v.At:v.To])
	i := v.To
	curl := s[v.At]|0x20 == 'c' && s[v.To-1]|0x20 == 'l'
	// mysqldump, mysqladmin, curl.exe, mongosh: the rest of the program's name.
	names := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.ProgramNames })
	for ; i < end; i++ {
		if i = names.Skip(v, i); i >= end || !nameByte(s[i]) {
			break
		}
	}
	if i = max(v.To, min(i, end)); i-v.To > 16 {
		names.Saw(v, v.To, i)
	}
	if s[v.To-1] == '-' {
		i = v.To - 1
	}
	if i < len(s) && !blank(s[i]) {
		if w := (items{v: v, i: i, limit: min(len(s), v.At+mostArgv), first: s[v.At:i]}); w.begin() {
			w.options(out, opts)
			return
		}
		if i < end && s[i] != '"' && s[i] != '\'' && s[i-1] != ' ' && s[i] != '\\' && s[i] != '-' {
			return
		}
	}
	words := v.Words(s[v.At:v.To])
	if at(s, v.At, "smbclient") {
		if i = sharePassword(v, out, i, end); i >= end {
			return
		}
	}
	for i < end {
		if i = words.Next(v, i); i >= end {
			return
		}
		start, stop, next := argumentIn(v, s, i, end)
		if next <= i {
			return
		}
		i = next
		if w := s[start:stop]; curl && (string(w) == "-b" || string(w) == "--cookie") {
			a, b, n := argument(s, i, end)
			cookiePairs(&scan.View{Src: s[:b], At: v.At, To: v.To, Finish: true}, out, a)
			i = n
			continue
		}
		for k := range opts {
			o := &opts[k]
			if start >= stop || s[start] != o.flag[0] {
				continue
			}
			at, apart := o.match(s[start:stop])
			switch {
			case apart && o.skip > 0:
				i = verb(v, out, i, end, o.skip)
			case apart && o.glue && i < end && quote(s[i]) && next == stop, apart && o.sep: // -p"x", -p x
				a, b, n := argumentIn(v, s, i, end)
				if a == end {
					return // a command that goes on further begins again at the flag
				}
				if a < b && (s[a] != '-' || o.pair != 0) {
					addOption(v, out, o, a, b)
					i = n
				}
			case at > 0:
				addOption(v, out, o, start+at, stop)
			}
		}
	}
}

// sharePassword: smbclient //host/share PASSWORD -U user. It returns where the
// options go on. A sentence about smbclient has no switch behind the word.
func sharePassword(v *scan.View, out *scan.Out, i, end int) int {
	s := v.Src
	a, b, next := argument(s, i, end)
	if b-a < 4 || s[a] != s[a+1] || s[a] != '/' && s[a] != '\\' {
		return i
	}
	a, b, next = argument(s, next, end)
	if a >= b || s[a] == '-' {
		return i
	}
	if k := skipBlanks(s, next); k >= end || s[k] == '-' {
		if commandValue(v, s[a:b]) && v.Look(s[a:b]) != value.Keyword {
			addCommand(v, out, a, b)
		}
		return next
	}
	return i
}

// match compares a word of the command line with the option. apart says that
// the value is the next word, at where it starts in this one.
func (o *option) match(word []byte) (at int, apart bool) {
	n := len(o.flag)
	short := n == 2 && o.flag[0] == '-'
	if len(word) < n || string(word[:n]) != o.flag {
		// Short switches may be written together: -sSLu user:password.
		return 0, short && o.pair == ':' && len(word) > 2 && word[0] == '-' && word[len(word)-1] == o.flag[1] && letters(word[1:])
	}
	rest := word[n:]
	switch {
	case len(rest) == 0:
		return 0, true
	case rest[0] == '=' && len(rest) > 1 && !short:
		return n + 1, false
	case o.glue && rest[0] != '=':
		return n, false
	}
	return 0, false
}

func letters(b []byte) bool {
	for _, c := range b {
		if !alpha(c) {
			return false
		}
	}
	return true
}

func addOption(v *scan.View, out *scan.Out, o *option, a, b int) {
	s := v.Src
	if o.pair == ':' && at(s, a, "pkcs11:") {
		return // the address of a key in a token, which keeps it
	}
	if o.pair != 0 && b > a && s[a] == '<' && s[b-1] == '>' {
		return // <certificate[:password]>
	}
	if o.pair != 0 {
		k := a
		for k < b && s[k] != o.pair {
			if n := value.RedactedLen(s[k:b]); n > 0 {
				k += n // its colon parts nothing
				continue
			}
			if s[k] == '$' && k+1 < b && (s[k+1] == '{' || s[k+1] == '(') {
				return // ${USER:-x}:${PASS}
			}
			k++
		}
		if k >= b {
			return
		}
		// A token in the place of the user, as in -u sk_live_…:
		// Nothing behind the colon says the same of shorter ones: -u key:
		if user := s[a:k]; v.Look(user) == value.Generated && (value.Strong(user) || k+1 == b && value.DigitCount(user) > 1) {
			addCommand(v, out, a, k)
		}
		a = k + 1
	}
	if o.flag == "-c" && openCommunity(s[a:b]) {
		return
	}
	if a < b && s[a-1] != '\\' && (quote(s[a-1]) || !shuts(s[a:b])) && commandValue(v, s[a:b]) {
		addCommand(v, out, a, b)
	}
}

// enclosed is where the arguments s[i:end] end of a command that begins at begin:
// with the string that holds it, or with what closes the mark right before it:
// `mysql -p` in Markdown, (mysql -p), $(curl -u a:b). In a list of strings the
// arguments stand in strings of their own.
func enclosed(v *scan.View, begin, i, end int) int {
	s := v.Src
	if begin == 0 || i >= end {
		return end
	}
	if s[i] != '"' && s[i] != '\'' {
		if k := v.CommandEnd(begin, i, end); k >= 0 {
			end = k
		}
	}
	var shut byte
	switch s[begin-1] {
	case '`':
		shut = '`'
	case '(':
		shut = ')'
	case '[':
		shut = ']'
	case '>':
		shut = '<'
	default:
		return end
	}
	k := bytes.IndexByte(s[i:end], shut)
	if k < 0 || bytes.Count(s[i:i+k], []byte{'"'})%2 == 1 || bytes.Count(s[i:i+k], []byte{'\''})%2 == 1 {
		return end
	}
	return i + k
}

// shuts: what stands where an unquoted value would ends what is around the
// command, or belongs to the shell: a closing mark, a redirection, punctuation.
func shuts(val []byte) bool {
	switch val[0] {
	case '`', ')', ']', '>', '<', '|', '&', ';':
		return true
	}
	for _, c := range val {
		if alnum(c) || c >= 0x80 {
			return false
		}
	}
	return true
}

func addCommand(v *scan.View, out *scan.Out, a, b int) {
	out.Add(scan.Span{Match: v.At, MatchEnd: b, Start: a, End: b, Rule: ruleCommand, Confidence: ruleCommand.Confidence})
}

// commandValue: whatever is no reference, placeholder, path or switch.
func commandValue(v *scan.View, val []byte) bool {
	if val[0] == '`' {
		return false // what a command prints
	}
	switch v.Look(val) {
	case value.Empty, value.Redacted, value.Reference, value.Placeholder, value.Path, value.URL:
		return false
	case value.Prose:
		return false
	}
	if redactedIn(val, 0, len(val)) >= 0 || val[0] == '$' && len(val) > 1 && (alpha(val[1]) || val[1] == '{' || val[1] == '(') && !value.Likely(val) {
		return false
	}
	return true
}

// awsConfigure: aws configure set aws_secret_access_key VALUE
func awsConfigure(v *scan.View, out *scan.Out) {
	s := v.Src
	end := commandEnd(v, v.To, s[v.At:v.To])
	a, b, next := argument(s, v.To, end)
	nm := s[a:b]
	if !at(nm, max(0, len(nm)-17), "secret_access_key") && !at(nm, max(0, len(nm)-13), "session_token") && !at(nm, max(0, len(nm)-5), "token") {
		return
	}
	a, b, _ = argument(s, next, end)
	if a < b && commandValue(v, s[a:b]) {
		addCommand(v, out, a, b)
	}
}

// htpasswd -b FILE USER PASSWORD
func htpasswd(v *scan.View, out *scan.Out) {
	s := v.Src
	end := commandEnd(v, v.To, s[v.At:v.To])
	i := programEnd(v)
	batch, file := false, true
	args := 0
	for i < end {
		a, b, next := argumentIn(v, s, i, end)
		if next <= i || a >= b {
			return
		}
		i = next
		if s[a] == '-' {
			for _, c := range s[a:b] {
				batch = batch || c == 'b'
				file = file && c != 'n'
			}
			continue
		}
		if args++; args > 3 {
			return // a password would have been the third or the second
		}
		if batch && (file && args == 3 || !file && args == 2) {
			if commandValue(v, s[a:b]) {
				addCommand(v, out, a, b)
			}
			return
		}
	}
}
