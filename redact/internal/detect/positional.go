package detect

import (
	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
	"jezero/redact/rule"
)

// signature says where a call takes its password.
type signature struct {
	call string // what ends the call's name, and its bracket
	at   int    // arguments before the password; behindUser where it varies
	// whole: no letter may stand before the name.
	whole bool
}

// behindUser: the password is the literal behind the user's.
const behindUser = -1

// signatures of well-known calls. Where the position is fixed nothing else than
// a password stands there; the others are called with anything.
var signatures = [...]signature{
	{"login(", behindUser, false}, {"authenticate(", behindUser, false}, {".auth(", behindUser, false}, {"ftp(", behindUser, true},
	{"credential(", behindUser, false}, {"credentials(", behindUser, false}, {".bind(", behindUser, false}, {"add_password(", behindUser, false}, {"authenticator(", behindUser, false}, {"setauthentication(", behindUser, false},
	{"mysqli_connect(", 2, false}, {"mysql_connect(", 2, false}, {"mysql_pconnect(", 2, false}, {"odbc_connect(", 2, false}, {"oci_connect(", 1, false}, {"oci_pconnect(", 1, false},
	{"dbi->connect(", 2, true}, {"dbi.connect(", 2, true}, {"directoryentry(", 2, true}, {"pymysql.connect(", 2, true}, {"mysqldb.connect(", 2, true}, {"cx_oracle.connect(", 1, true}, {"oracledb.connect(", 1, true},
	{"getconnection(", 2, false}, {"mysqli(", 2, true}, {"pdo(", 2, true},
	{"usernamepasswordcredentials(", 1, false}, {"plaincredentials(", 1, false}, {"usernamepasswordauthenticationtoken(", 1, false}, {"passwordauthentication(", 1, false},
	{"plaintextauthprovider(", 1, false}, {"credentials.basic(", 1, false}, {"credential.basic(", 1, false}, {"auth.basic(", 1, false}, {"authtokens.basic(", 1, false},
	{"ssh2_auth_password(", 2, false}, {"ftp_login(", 2, false}, {"imap_open(", 2, false}, {"ldap_bind(", 2, false}, {"simple_bind(", 1, false}, {"simple_bind_s(", 1, false},
	{"plainauth(", 2, false},
}

func signatureCalls() (calls []string) {
	for _, g := range signatures {
		calls = append(calls, g.call)
	}
	return calls
}

// positional finds the password among the arguments of a call whose signature is
// known: mysqli_connect("host", "user", "x"), login("me", "x").
func positional(v *scan.View, out *scan.Out) {
	s := v.Src
	g := signatureOf(s[v.At:v.To])
	if g == nil || g.whole && v.At > 0 && (nameByte(s[v.At-1]) || s[v.At-1] == '$') {
		return
	}
	limit := min(len(s), v.To+mostArguments)
	user := literal{}
	for n, i := 0, v.To; n <= 3; n++ {
		l, next := callArgument(v, i, limit)
		if next == 0 {
			return
		}
		if l.quoted {
			val := s[l.start:l.end]
			switch {
			case g.at == n:
				if chosen(v, val) && (user.quoted || n != 1 || value.Likely(val)) {
					addArgument(v, out, l)
				}
				return
			case g.at == behindUser && n > 0 && loginPassword(v, val) && (user.quoted || value.Likely(val) && value.DigitCount(val) > 0):
				addArgument(v, out, l)
				return
			case user.quoted: // what the user's name is, the first literal tells
			case g.call == ".bind(" && !hasByte(val, '='), at(val, 0, "arn:"):
				return // no name of a directory: functions are bound, too; a role has sessions
			default:
				user = l
			}
		}
		if s[next-1] != ',' {
			return
		}
		i = next
	}
}

// addArgument adds a literal. What knows the issuer of its key says more of it.
func addArgument(v *scan.View, out *scan.Out, l literal) {
	out.Add(scan.Span{Match: v.At, MatchEnd: l.end, Start: l.start, End: l.end, Rule: ruleCommand, Confidence: rule.Low})
}

// mostArguments bounds how many bytes of a call are looked at.
const mostArguments = 400

func signatureOf(call []byte) *signature {
	for k := range signatures {
		if g := &signatures[k]; len(g.call) == len(call) && at(call, 0, g.call) {
			return g
		}
	}
	return nil
}

// callArgument reads the argument at i: the literal, if it is nothing else, and
// the offset behind the comma or bracket that ends it, 0 when none does.
func callArgument(v *scan.View, i, limit int) (literal, int) {
	s := v.Src
	i = skipLayout(s, i, limit)
	if i >= limit {
		return literal{}, 0
	}
	l, ok := quotedAt(v, i+literalPrefix(s, i))
	if ok {
		if !l.closed {
			return literal{}, 0
		}
		i = l.after
		for _, method := range [...]string{".tochararray()", ".to_string()", ".into()"} {
			if at(s, i, method) {
				i += len(method)
			}
		}
		if k := skipLayout(s, i, limit); k < limit && (s[k] == ',' || s[k] == ')') {
			return l, k + 1
		}
	}
	var closers *scan.Stretch
	for depth := 0; i < limit; i++ {
		if depth > 0 && closers == nil {
			// What brackets open ends in one that closes.
			closers = v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Closers })
			k := closers.Skip(v, i)
			for k < limit && s[k] != ')' && s[k] != ']' && s[k] != '}' {
				k++
			}
			closers.Saw(v, i, min(k, limit))
			if k >= limit {
				return literal{}, 0
			}
		}
		if alnum(s[i]) {
			continue
		}
		switch c := s[i]; {
		case c == '(' || c == '[' || c == '{':
			depth++
		case depth > 0 && (c == ')' || c == ']' || c == '}'):
			depth--
		case depth == 0 && (c == ',' || c == ')'):
			return literal{}, i + 1
		case depth == 0 && (c == ']' || c == '}' || c == ';'):
			return literal{}, 0
		case quote(c) && c != '`':
			q, _ := quotedAt(v, i-scan.Backslashes(s, i))
			if !q.closed {
				return literal{}, 0
			}
			i = q.after - 1
		}
	}
	return literal{}, 0
}

// skipLayout skips blanks and line breaks, escaped ones too.
func skipLayout(s []byte, i, limit int) int {
	for i < limit {
		if n := newline(s, i); n > 0 {
			i += n
		} else if blank(s[i]) {
			i++
		} else {
			break
		}
	}
	return i
}

// chosen: a value that stands where nothing but passwords do.
func chosen(v *scan.View, val []byte) bool {
	return len(val) > 0 && commandValue(v, val) && !spaced(val) && v.Look(val) != value.Keyword && !(namesSecret(v, val) && value.DigitCount(val) == 0)
}

// loginPassword: a value that is no word, label or name of something, where
// other things than passwords stand as well.
func loginPassword(v *scan.View, val []byte) bool {
	if len(val) > 64 && v.Look(val) < value.Identifier {
		return false // known of it already, most likely
	}
	if spaced(val) || !ascii(val) || !hasAlnum(val, 6) || pathlike(val) || hostname(val) || mail(val) {
		return false
	}
	switch v.Look(val) {
	case value.Generated:
		return true
	case value.Plain:
		return value.DigitCount(val) > 0 && hasLetter(val)
	case value.Identifier:
		return value.DigitCount(val) > 0 && alnumOnly(val) && v.NameOf(val).Class == name.None
	}
	return false
}

func ascii(b []byte) bool {
	for _, c := range b {
		if c >= 0x7f || c < ' ' {
			return false
		}
	}
	return true
}

func alnumOnly(b []byte) bool {
	for _, c := range b {
		if !alnum(c) {
			return false
		}
	}
	return true
}

// typedCalls put text into a field that was looked up before.
var typedCalls = [...]string{".fill(", ".type(", ".send_keys(", ".sendkeys(", ".typetext(", ".setvalue("}

// typed finds what a test of a web page types into its password field:
// page.getByLabel("Password").fill("x").
func typed(v *scan.View, out *scan.Out) {
	s := v.Src
	end := v.At
	for _, between := range [...]string{".clear()", ".first()", ".last()"} {
		if at(s, end-len(between), between) {
			end -= len(between)
		}
	}
	if end < 3 || s[end-1] != ')' || !quote(s[end-2]) {
		return
	}
	end -= 2
	q := s[end]
	end -= scan.Backslashes(s, end)
	i := end
	for low := max(0, end-maxLeft); i > low && s[i-1] != q && s[i-1] != '\n'; i-- {
	}
	if i == 0 || s[i-1] != q {
		return
	}
	if n := v.NameOf(s[i:end]); n.Class != name.Holds || n.Kind != name.Password {
		return
	}
	l, next := callArgument(v, v.To, min(len(s), v.To+mostArguments))
	if next > 0 && l.quoted && loginPassword(v, s[l.start:l.end]) {
		addArgument(v, out, l)
	}
}

// userPair: SetBasicAuth("user", "password") and its likes: the second literal.
func userPair(v *scan.View, out *scan.Out) {
	s := v.Src
	i := v.To
	if s[i-1] != '(' {
		if i >= len(s) || s[i] != '(' {
			return
		}
		i++
	}
	tuple(v, out, i)
}

// tuple: "user", "password" from i on.
func tuple(v *scan.View, out *scan.Out, i int) {
	s := v.Src
	i = skipBlanks(s, i)
	first, ok := quotedAt(v, i)
	if !ok {
		// A variable: then the password must look like one.
		for first.after = i; first.after < len(s) && first.after-i < 64 && (alnum(s[first.after]) || s[first.after] == '_' || s[first.after] == '.'); first.after++ {
		}
		if first.after == i {
			return
		}
	} else if !first.closed {
		return
	}
	i = skipBlanks(s, first.after)
	if i >= len(s) || s[i] != ',' {
		return
	}
	l, ok := quotedAt(v, skipBlanks(s, i+1))
	if ok && !first.quoted && !value.Likely(s[l.start:l.end]) {
		return
	}
	if ok && l.closed && l.end > l.start && commandValue(v, s[l.start:l.end]) && !spaced(s[l.start:l.end]) {
		addCommand(v, out, l.start, l.end)
	}
}
