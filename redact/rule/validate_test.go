package rule

import (
	"strings"
	"testing"
)

func TestValidate_ReportsEveryProblem(t *testing.T) {
	good := Rule{ID: "acme-key", Kind: "acme-key", Title: "Acme key", Why: "It opens doors.", Since: "0.1.0", Confidence: High,
		Shapes: []Shape{Seq(Lit("acme_"), Run(HexLower, 32))}}
	if err := Validate(&good); err != nil {
		t.Fatalf("Validate(good) = %v", err)
	}
	tests := []struct {
		name string
		edit func(*Rule)
		want string
	}{
		{"id", func(r *Rule) { r.ID = "Acme_Key" }, "ID: not kebab case"},
		{"kind", func(r *Rule) { r.Kind = "-acme" }, "Kind: not kebab case"},
		{"title", func(r *Rule) { r.Title = "" }, "Title: empty"},
		{"why", func(r *Rule) { r.Why = "" }, "Why: empty"},
		{"since", func(r *Rule) { r.Since = "" }, "Since: empty"},
		{"confidence", func(r *Rule) { r.Confidence = 0 }, "Confidence: not one of"},
		{"no shape", func(r *Rule) { r.Shapes = nil }, "needs shapes or a detector"},
		{"shape and detector", func(r *Rule) { r.Detector = "assignment" }, "needs shapes or a detector"},
		{"near, upper case", func(r *Rule) { r.Near = []string{"Acme"} }, "not lower case"},
		{"near, short", func(r *Rule) { r.Near = []string{"ac"} }, "too short"},
		{"no parts", func(r *Rule) { r.Shapes[0].Parts = nil }, "no parts"},
		{"empty part", func(r *Rule) { r.Shapes[0].Parts = []Part{{}} }, "exactly one of"},
		{"length", func(r *Rule) { r.Shapes[0].Parts[1].Max = 3 }, "bad length"},
		{"literal with length", func(r *Rule) { r.Shapes[0].Parts[0].Min = 3 }, "a literal has no length"},
		{"order of literals", func(r *Rule) { r.Shapes[0].Parts[0] = Any("ac", "acme") }, "stands before"},
		{"all optional", func(r *Rule) { r.Shapes[0].Parts = []Part{Optional(Lit("a"))} }, "every part is optional"},
		{"secret", func(r *Rule) { r.Shapes[0].Secret = Range{1, 5} }, "not a range of parts"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := good
			r.Shapes = []Shape{Seq(Lit("acme_"), Run(HexLower, 32))}
			tt.edit(&r)
			err := Validate(&r)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Validate = %v, want a mention of %q", err, tt.want)
			}
		})
	}
	all := Rule{}
	if err := Validate(&all); err == nil || strings.Count(err.Error(), "\n") < 6 {
		t.Errorf("Validate of an empty rule reports too little: %v", err)
	}
}
