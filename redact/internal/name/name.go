// Package name says what a variable, key, header or flag name tells about its
// value. One classifier serves the redactor, environment scrubbing and the
// validation of configuration: start with Of, or AnySecret for the stricter test.
//
// The last word decides: DB_PASSWORD and refreshToken hold a secret, TOKEN_URL
// and max_tokens only mention one.
package name

import (
	"encoding/binary"

	"jezero/redact/internal/ends"
	"jezero/redact/internal/swar"
)

// Class is what a name says.
type Class uint8

const (
	None     Class = iota // nothing secret about it
	Mentions              // a secret word, but the value is something else
	Holds                 // the value is the secret
)

// Kind is the sort of secret a name holds.
type Kind uint8

const (
	NoKind     Kind = iota
	Password        // chosen by people: any value counts
	Passphrase      // several words may belong to it
	Secret
	Token
	Key
	Credential
	Auth      // what an Authorization header or an "auth" field holds
	Signature // of a signed URL
	Session   // session cookies
	Seed      // seeds of one-time passwords and wallets
)

// Verdict is the classifier's answer.
type Verdict struct {
	Class Class
	Kind  Kind // of a name that holds
	// Weak says that the name alone is no proof: "key", "auth" and "pass" stand
	// for many things, so the value must look generated.
	Weak bool
	// Bare says that the name is the secret word and nothing else.
	Bare bool
	// Plural says that the word stands in the plural: lists and counts of
	// secrets more often than one.
	Plural bool
	// Start and End are the offsets of the deciding word.
	Start, End int
}

// MaxLen is the longest name that is looked at; nobody calls a variable
// something longer, and the bound keeps every caller linear.
const MaxLen = 128

const maxWords = 16

type span struct{ start, end int }

// Of classifies a name given as bytes, without allocating.
func Of(b []byte) Verdict {
	if len(b) == 0 || len(b) > MaxLen {
		return Verdict{}
	}
	var ws [maxWords]span
	n := split(b, &ws)
	if n == 0 {
		return Verdict{}
	}
	// ws[0] is the last word. Transparent words at the end (numbers,
	// environments, encodings) are looked through.
	i := 0
	var buf [longest]byte
	for i < n {
		w, e := fold(b, ws[i], &buf)
		if core, ok := coreOf(w, e); ok && !oAuth(b, ws[:n], i) {
			return judge(b, ws[:n], i, core)
		}
		if !transparent(w, e) || len(w) == 1 && !digit(w[0]) && ws[i].start > 0 && b[ws[i].start-1] == '.' {
			break // pwd.h is a file
		}
		i++
	}
	for ; i < n; i++ {
		if _, ok := coreOf(fold(b, ws[i], &buf)); ok && !oAuth(b, ws[:n], i) {
			return Verdict{Class: Mentions, Start: ws[i].start, End: ws[i].end}
		}
	}
	return Verdict{}
}

// Holder is Of for those who only ask for names that hold a secret: most names
// do not, and their last word tells. What merely mentions one may be None.
func Holder(b []byte) Verdict {
	if len(b) == 0 || len(b) > MaxLen {
		return Verdict{}
	}
	end := len(b)
	for end > 0 && !alnum(b[end-1]) {
		end--
	}
	if end == 0 {
		return Verdict{}
	}
	start := wordStart(b, end)
	var buf [longest]byte
	w, e := fold(b, span{start, end}, &buf)
	core, ok := coreOf(w, e)
	if !ok {
		if !transparent(w, e) {
			return Verdict{}
		}
		return Of(b)
	}
	var ws [maxWords]span
	if n := split(b, &ws); !oAuth(b, ws[:n], 0) {
		return judge(b, ws[:n], 0, core)
	}
	return Of(b)
}

// Ends reports whether the words at the end of b say that a name which ends with them
// holds no secret, whatever stands before: Holder says so of it.
func Ends(b []byte) bool {
	var buf [longest]byte
	for end := len(b); ; {
		for end > 0 && !alnum(b[end-1]) {
			end--
		}
		if end == 0 {
			return false
		}
		start := wordStart(b, end)
		if start < 2 {
			return false // it may begin before b
		}
		w, e := fold(b, span{start, end}, &buf)
		if _, ok := coreOf(w, e); ok {
			return false
		}
		if !transparent(w, e) {
			return true
		}
		end = start
	}
}

// judge decides about a name whose word i is a secret word and the last word
// that counts. The words before it can take the secret away: public key, max
// tokens, forgot password.
func judge(b []byte, ws []span, i int, c core) Verdict {
	v := Verdict{Class: Holds, Kind: c.kind, Weak: c.weak, Bare: len(ws) == 1 && c.bare, Plural: c.plural, Start: ws[i].start, End: ws[i].end}
	if c.negative {
		v.Class = Mentions
		return v
	}
	var buf [longest]byte
	for j := i + 1; j < len(ws) && j <= i+3; j++ {
		w, e := fold(b, ws[j], &buf)
		q := e.qual
		if q&qualNever != 0 {
			v.Class = Mentions
			return v
		}
		if j == i+1 {
			if q&takesAway(c.kind) != 0 {
				v.Class = Mentions
				return v
			}
			if q&qualStrong != 0 || coreKind(w, e) {
				v.Weak = false
			}
		}
	}
	if v.Plural {
		v.Weak = true
	}
	if c.kind == Password && len(ws) > 1 && !c.plural && shouted(b[v.Start:v.End]) {
		v.Weak = false // DB_PASS; render_pass is something else
	}
	return v
}

// oAuth: the word OAuth is cut between O and Auth.
func oAuth(b []byte, ws []span, i int) bool {
	s := ws[i]
	return s.end-s.start == 4 && b[s.start] == 'A' && i+1 < len(ws) && ws[i+1].end == s.start && ws[i+1].start == s.start-1 && b[s.start-1] == 'O'
}

func shouted(w []byte) bool {
	for _, c := range w {
		if !upper(c) {
			return false
		}
	}
	return true
}

func takesAway(k Kind) qual {
	switch k {
	case Password, Passphrase:
		return qualNotPassword
	case Key, Seed:
		return qualNotKey
	case Token, Session, Auth, Credential, Signature:
		return qualNotToken
	case Secret:
		return qualNotSecret
	}
	return 0
}

// AnySecret is the stricter test for scrubbing environments: any whole word of
// the name is a secret word. "key" counts only after another word, so that
// KEYBOARD_LAYOUT and a lone KEY pass.
func AnySecret(b []byte) bool {
	if len(b) == 0 || len(b) > MaxLen {
		return false
	}
	var ws [maxWords]span
	n := split(b, &ws)
	var buf [longest]byte
	for i := range n {
		c, ok := coreOf(fold(b, ws[i], &buf))
		if !ok || c.negative {
			continue
		}
		if c.kind == Key && c.bare && i == n-1 {
			continue
		}
		return true
	}
	return false
}

// split cuts a name into words, last word first: at everything that is no
// letter or digit, between lower and upper case, before the last capital of
// an acronym (APIToken), and between letters and digits.
func split(b []byte, ws *[maxWords]span) int {
	n, end := 0, len(b)
	for end > 0 && n < maxWords {
		if !alnum(b[end-1]) {
			end--
			continue
		}
		start := wordStart(b, end)
		ws[n] = span{start, end}
		n++
		end = start
	}
	return n
}

// wordStart is where the word begins that ends at end, with a letter or digit.
func wordStart(b []byte, end int) int {
	i := end - 1
	if end >= 8 {
		// Most words are shorter: where one begins, the high bit of the byte is set.
		x := swar.Load(b, end-8)
		low := swar.Between(x, 'a', 'z')
		small, capital, number := low|x&swar.High, swar.Between(x, 'A', 'Z'), swar.Digits(x)
		joined := (small|capital)<<8&small | number<<8&number | capital<<8&capital&^(low>>8)
		if b[end-1] == 's' {
			joined |= capital << 8 & capital & (0x80 << 48) // see pluralAcronym
		}
		if m := ^joined & swar.High &^ 0x80; m != 0 {
			return end - 1 - swar.BehindLast(m)
		}
		i = end - 7
	}
	for c := kinds[b[i]]; i > 0; i-- {
		p := kinds[b[i-1]]
		switch joins[p<<2|c] {
		case never:
			return i
		case acronym:
			// APIToken: the T starts its own word when a lower case letter follows it.
			if i+1 < end && lower(b[i+1]) && !pluralAcronym(b, i, end) {
				return i
			}
		}
		c = p
	}
	return i
}

const (
	never = iota
	always
	acronym // two capitals: what follows tells
)

// joins tells by the kinds of two bytes, the first one's times four, whether a word
// goes on from the one to the other.
var joins = func() (t [16]uint8) {
	for _, k := range [...]uint8{small, number} {
		t[k<<2|k] = always
	}
	// Two letters of different cases: a capital begins a word.
	t[capital<<2|small] = always
	t[capital<<2|capital] = acronym
	return t
}()

// pluralAcronym: the s of KEYs and TOKENs is no word of its own.
func pluralAcronym(b []byte, i, end int) bool {
	return i+2 == end && b[i+1] == 's' && i > 1 && upper(b[i-1])
}

// fold is a word in lower case, ASCII, and what the lists say of it. Of a long one
// the end counts.
func fold(b []byte, s span, buf *[longest]byte) ([]byte, *entry) {
	w := b[s.start:s.end]
	if len(w) > longest {
		w = w[len(w)-longest:]
	}
	// The hash is of what is being written: to read it back at once would be slow.
	n := len(w)
	if n < 4 {
		for i, c := range w {
			if upper(c) {
				c |= 0x20
			}
			buf[i] = c
		}
		return buf[:n], lookUp(buf[:n])
	}
	var x, y uint64
	if n >= 8 {
		for i := 8; i+8 < n; i += 8 {
			binary.LittleEndian.PutUint64(buf[i:], lowered(binary.LittleEndian.Uint64(w[i:])))
		}
		x, y = lowered(binary.LittleEndian.Uint64(w)), lowered(binary.LittleEndian.Uint64(w[n-8:]))
		binary.LittleEndian.PutUint64(buf[:], x)
		binary.LittleEndian.PutUint64(buf[n-8:], y)
	} else {
		both := lowered(uint64(binary.LittleEndian.Uint32(w)) | uint64(binary.LittleEndian.Uint32(w[n-4:]))<<32)
		x, y = both&(1<<32-1), both>>32
		binary.LittleEndian.PutUint32(buf[:], uint32(x))
		binary.LittleEndian.PutUint32(buf[n-4:], uint32(y))
	}
	return buf[:n], slot(&dictionary, buf[:n], ends.Mix(n, x, y))
}

// lowered is eight bytes with ASCII letters in lower case.
func lowered(x uint64) uint64 { return x | swar.Between(x, 'A', 'Z')>>2 }

func alnum(c byte) bool { return kinds[c] != 0 }

// kinds tells the bytes of words from the others.
var kinds = func() (t [256]uint8) {
	for i := range t {
		switch c := byte(i); {
		case c >= 0x80, lower(c):
			t[i] = small
		case upper(c):
			t[i] = capital
		case digit(c):
			t[i] = number
		}
	}
	return t
}()

const (
	small = iota + 1 // and what is no ASCII
	capital
	number
)

func lower(c byte) bool { return c >= 'a' && c <= 'z' }
func upper(c byte) bool { return c >= 'A' && c <= 'Z' }
func digit(c byte) bool { return c >= '0' && c <= '9' }
