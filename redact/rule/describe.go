package rule

import (
	"fmt"
	"strconv"
	"strings"
)

// String writes the class the way a regular expression does: [A-Za-z0-9_-].
func (c Class) String() string {
	var b strings.Builder
	b.WriteByte('[')
	for _, span := range [...]string{"AZ", "az", "09"} {
		for i := int(span[0]); i <= int(span[1]); i++ {
			if !c.Has(byte(i)) {
				continue
			}
			j := i
			for j < int(span[1]) && c.Has(byte(j+1)) {
				j++
			}
			if j-i < 2 {
				j = i
			}
			b.WriteByte(byte(i))
			if j > i {
				b.WriteByte('-')
				b.WriteByte(byte(j))
			}
			i = j
		}
	}
	for i := range 128 {
		if a := byte(i); c.Has(a) && !Alnum62.Has(a) && a != '-' {
			classByte(&b, a)
		}
	}
	// A hyphen means itself at the end.
	if c.Has('-') {
		b.WriteByte('-')
	}
	b.WriteByte(']')
	return b.String()
}

func classByte(b *strings.Builder, c byte) {
	if c == ']' || c == '\\' || c == '^' {
		b.WriteByte('\\')
	}
	b.WriteByte(c)
}

// Describe says in one line what a match looks like: literals in quotes, runs
// as length × class, optional parts in parentheses.
func (s Shape) Describe() string {
	words := make([]string, 0, len(s.Parts)+3)
	for _, p := range s.Parts {
		w := p.describe()
		if p.Opt {
			w = "(" + w + ")"
		}
		words = append(words, w)
	}
	line := strings.Join(words, " ")
	if s.Exact {
		line += ", no longer"
	}
	if s.Checksum != NoChecksum {
		line += ", checked by " + s.Checksum.String()
	}
	return line
}

func (p Part) describe() string {
	var w string
	switch {
	case p.Lit != "":
		w = strconv.Quote(p.Lit)
	case len(p.AnyOf) > 0:
		qs := make([]string, len(p.AnyOf))
		for i, a := range p.AnyOf {
			qs[i] = strconv.Quote(a)
		}
		w = strings.Join(qs, "|")
	case p.Max == 0 || p.Max == p.Min:
		return fmt.Sprintf("%d × %v", p.Min, p.Class)
	case p.Max == Unbounded:
		return fmt.Sprintf("%d or more × %v", p.Min, p.Class)
	default:
		return fmt.Sprintf("%d to %d × %v", p.Min, p.Max, p.Class)
	}
	if p.Fold {
		w += " in any case"
	}
	return w
}

func (c Checksum) String() string {
	switch c {
	case CRC32Base62:
		return "CRC-32 in base62"
	case CRC32HexTail:
		return "CRC-32 in hex"
	case CRC32HexReversed:
		return "CRC-32 in hex, lowest byte first"
	case JWTHeader:
		return "a JWT header"
	case Bech32Sum:
		return "bech32"
	case NKeyCRC16:
		return "CRC-16 of the seed"
	case JSONPayload:
		return "a JSON payload"
	}
	return "nothing"
}
