package command

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"

	"jezero/server"
)

// How jezero writes to people:
//   - text fits 80 columns, tables are aligned, numbers to the right;
//   - colour only on a terminal, and not where NO_COLOR is set or TERM is dumb;
//   - results go to stdout, everything about how it went to stderr;
//   - --json prints one document and nothing else on stdout.
const width = 80

// printer writes to one stream. A broken pipe is noticed where it matters, at
// the end of the process.
type printer struct {
	w        io.Writer
	terminal bool
	colour   bool
}

func newPrinter(w io.Writer, getenv func(string) string) *printer {
	p := &printer{w: w}
	if f, ok := w.(interface{ Fd() uintptr }); ok {
		p.terminal = term.IsTerminal(int(f.Fd()))
	}
	p.colour = p.terminal && getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
	return p
}

func (p *printer) line(format string, args ...any) { fmt.Fprintf(p.w, format+"\n", args...) }

func (p *printer) json(v any) error {
	e := json.NewEncoder(p.w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// Styles, as SGR parameters.
const (
	bold   = "1"
	dim    = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
	cyan   = "36"
)

func (p *printer) style(style, s string) string {
	if !p.colour || s == "" {
		return s
	}
	return "\x1b[" + style + "m" + s + "\x1b[0m"
}

// heading starts a section.
func (p *printer) heading(title, note string) {
	p.line("")
	if note != "" {
		note = "  " + p.style(dim, note)
	}
	p.line("%s%s", p.style(bold, title), note)
}

// table prints rows under a head. Columns whose cells are all numbers stand to
// the right; the last column is not padded.
func (p *printer) table(indent string, head []string, rows [][]string) {
	all := rows
	if head != nil {
		all = append([][]string{head}, rows...)
	}
	for _, row := range all {
		for c := range row {
			row[c] = visible(row[c])
		}
	}
	var widths []int
	var right []bool
	for i, row := range all {
		for c, cell := range row {
			if c == len(widths) {
				widths, right = append(widths, 0), append(right, true)
			}
			widths[c] = max(widths[c], utf8.RuneCountInString(cell))
			if i > 0 || head == nil {
				right[c] = right[c] && strings.Trim(cell, "0123456789.,%-") == ""
			}
		}
	}
	for i, row := range all {
		var b strings.Builder
		b.WriteString(indent)
		for c, cell := range row {
			pad := strings.Repeat(" ", widths[c]-utf8.RuneCountInString(cell))
			switch {
			case right[c]:
				b.WriteString(pad + cell)
			case c == len(row)-1:
				b.WriteString(cell)
			default:
				b.WriteString(cell + pad)
			}
			if c < len(row)-1 {
				b.WriteString("  ")
			}
		}
		line := strings.TrimRight(b.String(), " ")
		if i == 0 && head != nil {
			line = p.style(dim, line)
		}
		p.line("%s", line)
	}
}

// visible takes out of a text what a terminal would obey instead of showing it:
// control characters (a stored session may hold escape sequences that set the
// title, move the cursor or worse) and marks that reorder what is read.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f:
			return -1
		}
		return r
	}, s)
}

// wrap breaks text into lines of at most n columns, at blanks; lines that are
// there stay, and words that are longer stay whole.
func wrap(text string, n int) []string {
	var out []string
	for para := range strings.Lines(visible(text)) {
		line := ""
		for _, word := range strings.Fields(para) {
			if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > n {
				out = append(out, line)
				line = ""
			}
			if line != "" {
				line += " "
			}
			line += word
		}
		out = append(out, line)
	}
	return out
}

// paragraph prints wrapped text behind an indent.
func (p *printer) paragraph(indent, text string) {
	for _, l := range wrap(text, width-len(indent)) {
		p.line("%s", strings.TrimRight(indent+l, " "))
	}
}

// clip shortens a text to n columns on one line.
func clip(s string, n int) string {
	s = strings.Join(strings.Fields(visible(s)), " ")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimRight(string([]rune(s)[:n-1]), " ") + "…"
}

func day(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format(time.DateOnly)
}

func count(n int, what string) string { return server.Count(n, what) }

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }
