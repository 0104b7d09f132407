// Package rule defines what a rule is: data that describes one kind of
// credential. The matcher, the generator in fuzz/credgen, `redact --explain`
// and docs/rules.md all read the same literal, so a new token shape is one
// change in one issuer file.
package rule

// Confidence says how sure a match is that the bytes are a credential.
type Confidence uint8

const (
	// Low: the value stands where a secret could stand (context, generated look).
	Low Confidence = iota + 1
	// Medium: a name that holds a secret, or a shape without a checksum and with a short prefix.
	Medium
	// High: a distinctive shape.
	High
	// Certain: a distinctive shape whose checksum is right.
	Certain
)

func (c Confidence) String() string {
	switch c {
	case Low:
		return "low"
	case Medium:
		return "medium"
	case High:
		return "high"
	case Certain:
		return "certain"
	}
	return "none"
}

// Rule is one kind of credential.
type Rule struct {
	ID    string // stable, kebab case, issuer first: "github-pat"
	Kind  string // what stands in the placeholder: [REDACTED:<Kind>]; usually the ID
	Title string // one line
	// Why is a paragraph for the person whose commit was stopped: what the
	// holder of the value can do and how to revoke it.
	Why    string
	Source string // the issuer's own documentation of the format (URL), or "" when there is none
	Since  string // first version of jezero with the rule
	// Shapes are alternatives; empty for rules that a detector in the engine
	// finds (assignments, URLs, key blocks): those name it in Detector.
	Shapes     []Shape
	Detector   string
	Confidence Confidence // of a match without or before the checksum
	// Near lists lower-case words one of which must stand near the match
	// (engine's context distance); empty means the shape is enough by itself.
	Near []string
	// Within is the context distance in bytes before the match (a quarter of it
	// after), where the engine's own is too far for so weak a shape; 0 means
	// the engine's.
	Within int
}

// Shape is a token's look: its parts in order.
type Shape struct {
	Parts []Part
	// Left is what must not stand directly before the match. The zero value
	// means Word: no ASCII letter, digit or underscore (escape sequences such
	// as \n and ANSI colours that end there do not count as letters).
	Left Boundary
	// Extent is the alphabet that is swallowed after the last part, so that no
	// half of a longer token survives. The zero value means the last class
	// part's own alphabet.
	Extent Class
	// Exact means that a longer run is something else (a digest, a blob): no
	// match when a byte of the extent, or any letter or digit, follows the last
	// part. For shapes that only a length tells apart, beside Near words.
	Exact bool
	// Secret selects the parts [From,To) that are the secret; the zero value
	// means all of them (a token's prefix goes with the token).
	Secret Range
	// Checksum, when set, raises the confidence to Certain when right. It never exempts.
	Checksum Checksum
	// MinDistinct is the least number of different characters in the class
	// parts together; 0 means the engine's default. It keeps xxxx… and AAAA… examples.
	MinDistinct int
	// MinDigits is the least number of digits in the class parts together. It
	// tells generated runs from words: s.makeKubeConfigController is a field.
	MinDigits int
	// Mixed asks for lower case, upper case and a digit in the class parts together.
	Mixed bool
}

// Part is a literal, one of several literals, or a run of a class.
type Part struct {
	Lit   string   // exact literal
	AnyOf []string // one of these literals (longest first when they overlap)
	Fold  bool     // literals match in any ASCII case
	Class Class
	Min   int // length of a class run in bytes
	Max   int // 0 means Min; Unbounded (-1) means no upper end
	Opt   bool
}

// Unbounded is the Max of a run without an upper end.
const Unbounded = -1

// Range is a half-open range of part indexes.
type Range struct{ From, To int }

// Boundary says what may not stand before a match.
type Boundary uint8

const (
	Word    Boundary = iota // not after [A-Za-z0-9_]
	Alnum                   // not after [A-Za-z0-9]
	NoClass                 // not after a byte of the first class part's alphabet, nor a letter or digit
	None                    // anything may stand before
	Bare                    // for runs without a prefix: as NoClass, nor joined by + @ # on either side, nor behind the name of a digest (sha1:, md5=, commit)
)

// Lit, Any, Run, Between and AtLeast write parts briefly.
func Lit(s string) Part                  { return Part{Lit: s} }
func FoldLit(s string) Part              { return Part{Lit: s, Fold: true} }
func Any(s ...string) Part               { return Part{AnyOf: s} }
func Run(c Class, n int) Part            { return Part{Class: c, Min: n} }
func Between(c Class, min, max int) Part { return Part{Class: c, Min: min, Max: max} }
func AtLeast(c Class, min int) Part      { return Part{Class: c, Min: min, Max: Unbounded} }
func Optional(p Part) Part               { p.Opt = true; return p }
func Seq(parts ...Part) Shape            { return Shape{Parts: parts} }

// WithChecksum and its siblings set one field of a shape and return it, so
// that a rule literal stays one expression.
func (s Shape) WithChecksum(c Checksum) Shape { s.Checksum = c; return s }
func (s Shape) WithExtent(c Class) Shape      { s.Extent = c; return s }
func (s Shape) WithLeft(b Boundary) Shape     { s.Left = b; return s }
func (s Shape) WithDistinct(n int) Shape      { s.MinDistinct = n; return s }
func (s Shape) WithDigits(n int) Shape        { s.MinDigits = n; return s }
func (s Shape) AsMixed() Shape                { s.Mixed = true; return s }
func (s Shape) WithSecret(from, to int) Shape { s.Secret = Range{from, to}; return s }
func (s Shape) AsExact() Shape                { s.Exact = true; return s }
