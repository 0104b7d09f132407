package sqlite

import (
	"encoding/json"
	"errors"
	"strings"

	"jezero/server"
)

// The dialogue is stored once, as the body: the turns' texts, joined by an
// empty line. Beside it stands where each turn ends and who spoke when, so
// that the turns can be had back exactly and the index holds no role words.

const turnGap = "\n\n"

type turnMark struct {
	Role string `json:"r"`
	At   int64  `json:"t"` // Unix ms, 0 when not known
	Len  int    `json:"n"` // bytes
}

func encodeTurns(turns []server.Turn) (marks, body string) {
	ms := make([]turnMark, len(turns))
	texts := make([]string, len(turns))
	for i, t := range turns {
		ms[i] = turnMark{Role: t.Role, At: millis(t.At), Len: len(t.Text)}
		texts[i] = t.Text
	}
	b, err := json.Marshal(ms)
	if err != nil {
		panic("sqlite: internal error: " + err.Error())
	}
	return string(b), strings.Join(texts, turnGap)
}

var errTurns = errors.New("the stored turns do not fit the body; run: jezero verify")

func decodeTurns(marks, body string) ([]server.Turn, error) {
	var ms []turnMark
	if err := json.Unmarshal([]byte(marks), &ms); err != nil {
		return nil, errTurns
	}
	turns := make([]server.Turn, 0, len(ms))
	for i, m := range ms {
		if i > 0 {
			rest, ok := strings.CutPrefix(body, turnGap)
			if !ok {
				return nil, errTurns
			}
			body = rest
		}
		if m.Len < 0 || m.Len > len(body) {
			return nil, errTurns
		}
		turns = append(turns, server.Turn{Role: m.Role, At: fromMillis(m.At), Text: body[:m.Len]})
		body = body[m.Len:]
	}
	if body != "" {
		return nil, errTurns
	}
	return turns, nil
}

// render is the dialogue as readers see it.
func render(turns []server.Turn) string {
	var b strings.Builder
	for i, t := range turns {
		if i > 0 {
			b.WriteString(turnGap)
		}
		switch t.Role {
		case "user":
			b.WriteString("User: ")
		case "assistant":
			b.WriteString("Assistant: ")
		case "tool":
			b.WriteString("Tool: ")
		default:
			b.WriteString(t.Role + ": ")
		}
		b.WriteString(t.Text)
	}
	return b.String()
}
