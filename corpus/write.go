package corpus

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// pieceLen is how much of a secret stands together in a written file: too
// little for any scanner.
const pieceLen = 7

// Format writes cases as the text of a file that LoadFS reads back: equal
// text, secrets and labels. Secrets are cut into pieces, so that the file holds
// none. The names lose the file they came from; rule is written only where
// it differs from folder, the name of the folder the file will stand in.
func Format(folder string, cases []Case) (string, error) {
	var b strings.Builder
	for i, c := range cases {
		if i > 0 {
			b.WriteString(separator + "\n")
		}
		body, err := split(c)
		if err != nil {
			return "", fmt.Errorf("case %q: %w", c.Name, err)
		}
		put := func(key, value string) {
			if value != "" {
				b.WriteString(key + ": " + value + "\n")
			}
		}
		put("name", c.Name[strings.LastIndexByte(c.Name, '/')+1:])
		put("expect", string(c.Expect))
		put("dress", c.Dress)
		if c.Rule != folder {
			put("rule", cmp.Or(c.Rule, "none"))
		}
		for _, s := range c.Synonyms {
			put("also", s)
		}
		for _, p := range c.Promises {
			put("promise", p)
		}
		for _, k := range c.Keep {
			if strings.ContainsAny(k, "\n\r") || strings.TrimSpace(k) != k {
				return "", fmt.Errorf("case %q: a text to keep does not fit a header line", c.Name)
			}
			put("keep", k)
		}
		put("note", c.Note)
		b.WriteString("\n" + body + "\n")
	}
	return b.String(), nil
}

// split is the body with a marker in the place of every secret.
func split(c Case) (string, error) {
	if strings.Contains(c.Text, markerOpen) || strings.Contains("\n"+c.Text+"\n", "\n"+separator+"\n") {
		return "", fmt.Errorf("the text holds what the file format means something by")
	}
	secrets := slices.Clone(c.Secrets)
	slices.SortStableFunc(secrets, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	var b strings.Builder
	for rest := c.Text; rest != ""; {
		at, found := len(rest), ""
		for _, s := range secrets {
			if i := strings.Index(rest, s); i >= 0 && (i < at || i == at && len(s) > len(found)) {
				at, found = i, s
			}
		}
		b.WriteString(rest[:at])
		if rest = rest[at+len(found):]; found == "" {
			break
		}
		b.WriteString(markerOpen)
		for p := range slices.Chunk([]byte(found), pieceLen) {
			b.WriteString(" " + strings.ReplaceAll(strconv.QuoteToASCII(string(p)), "}}", `}\x7d`))
		}
		b.WriteString(" " + markerClose)
	}
	return b.String(), nil
}
