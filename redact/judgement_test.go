package redact_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"jezero/redact"
	"jezero/redact/internal/golden"
)

// TestJudgements holds what every byte of a document is worth to the ways of
// reading it: as JSON, as lines of JSON, line by line, as the attribute of a
// log record. See package golden for how the files read.
func TestJudgements(t *testing.T) {
	r := newRedactor(t)
	named := newRedactor(t, redact.WithNamedStyle(), redact.WithOpaqueKeys("blob"), redact.WithKnown(redact.Known{Name: "DB_PASS", Value: `p"ss/w&rd1`}))
	quoted := func(b []byte) string { return fmt.Sprintf("%q", b) }
	tok := pat(41)
	documents := []string{
		`{"password":"hunter2xQ","n":1}`, `{"password":1234567}`, `{"pin":1234,"token":123456}`, `{"secret":["abcd1234",true,-1e3]}`, `{"signature":"password=hunter2xQ"}`,
		`{"t":"\u0070wd: hunter2xQ\n"}`, `{"t":"a\\b\/\ud83d\ude00 pwd=\"hunter2xQ\""}`, `{"password":""}`, `{"pwd":"\u0024VAR"}`, `"` + tok[:12] + `"`, `[1, "pwd=hunter2xQ" ]`, `{}`, `[]`, `nul`,
	}
	others := []string{`{"blob":"pwd=hunter2xQ"}`, ` {"x" : "p\"ss/w\u0026rd1" } `, `{"passwords":"hunter2xQ"}`}
	for name, j := range map[string]struct {
		ask   func(s string) string
		texts []string
	}{
		"json": {func(s string) string {
			out, err := r.JSON([]byte(s))
			return fmt.Sprint(quoted(out), " ", err)
		}, documents},
		"json, named": {func(s string) string {
			out, err := named.JSON([]byte(s))
			return fmt.Sprint(quoted(out), " ", err)
		}, others},
		"lines of json": {func(s string) string {
			out := r.JSONL([]byte(s))
			var b bytes.Buffer
			w := r.JSONLWriter(&b)
			for i := range len(s) {
				if _, err := w.Write([]byte(s[i : i+1])); err != nil {
					return err.Error()
				}
			}
			if err := w.Close(); err != nil {
				return err.Error()
			}
			if b.String() != string(out) {
				return "the writer differs: " + quoted(b.Bytes())
			}
			return quoted(out)
		}, []string{"{\"password\":\"hunter2xQ\"}\n", "{\"a\":1}\n\n {\"pwd\":1234}\n", "pwd=hunter2xQ\n\"pwd=hunter2xQ\"", "1\n2"}},
		"lines": {func(s string) string {
			return quoted(r.Lines([]byte(s))) + " " + quoted(r.LinesSince([]byte(s), 3)) + " " + quoted(r.LinesSince([]byte(s), 30))
		}, []string{"a\npwd: |\n  hunter2xQ\n  zzTop9xQ1\nb\n", "a\n\nb"}},
		"log": {func(s string) string {
			var b bytes.Buffer
			l := slog.New(redact.NewHandler(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == slog.TimeKey {
					return slog.Attr{}
				}
				return a
			}}), named))
			key, value, _ := strings.Cut(s, "=")
			l.With(key, value).WithGroup("g").Info("m "+value, key, value, "any", error(text(value)), slog.Group(key, "password", len(value), "n", value), "bytes", []byte(value), "nil", nil, "pin", 3.5)
			return quoted(b.Bytes())
		}, []string{"pwd=hunter2xQ", "note=pwd: x9zTop"}},
		"names": {func(s string) string {
			return fmt.Sprint(redact.ClassifyName(s), redact.NameSaysSecret(s), len(redact.KnownFromEnv([]string{s + "=swordfish1", s})))
		}, []string{"DB_PASSWORD", " KEY ", "KEYBOARD", "a b", "TOKEN_TTL", "PASSWORD", "api.key-x", "x"}},
	} {
		t.Run(name, func(t *testing.T) {
			golden.Judgements(t, "testdata/judgements/"+strings.NewReplacer(" ", "_", ",", "").Replace(name)+".txt", *update, j.ask, j.texts, len(j.texts))
		})
	}
}

// text is an error of its own words.
type text string

func (t text) Error() string { return string(t) }
