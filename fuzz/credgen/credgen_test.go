package credgen_test

import (
	"slices"
	"strings"
	"testing"

	"jezero/fuzz/credgen"
	"jezero/redact"
	"jezero/redact/rule"
	"jezero/redact/rules"
)

// Every distinctive shape is found in every dress, whole.
func TestTokensAreFoundInEveryDress(t *testing.T) {
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	rng := credgen.New(1)
	dresses := credgen.Dresses()
	made, misses := 0, map[string][]string{}
	for _, ru := range rules.All() {
		for i := range ru.Shapes {
			s := &ru.Shapes[i]
			token, ok := credgen.Token(rng, s)
			if !ok {
				continue
			}
			if len(ru.Near) > 0 {
				continue // found beside its name only, see below
			}
			made++
			for _, d := range dresses {
				p := d.Plant(rng, token)
				if p.Value != token && (d.Name == "percent boundary" || s.Secret != (rule.Range{})) {
					continue // nothing names it, or the shape is a place in a URL itself
				}
				if out := r.String(p.Text); strings.Contains(out, p.Value) {
					misses[d.Name] = append(misses[d.Name], ru.ID)
				}
			}
		}
	}
	if made < 150 {
		t.Fatalf("only %d tokens were made", made)
	}
	for _, d := range dresses {
		if ids := misses[d.Name]; len(ids) > 0 {
			t.Errorf("%s: %d of %d survive: %s", d.Name, len(ids), made, strings.Join(slices.Compact(ids), " "))
		}
	}
}

func TestTokensThatNeedTheirNameAreFoundBesideIt(t *testing.T) {
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	rng := credgen.New(2)
	made, missed := 0, []string(nil)
	for _, ru := range rules.All() {
		for i := range ru.Shapes {
			token, ok := credgen.Token(rng, &ru.Shapes[i])
			if !ok || len(ru.Near) == 0 {
				continue
			}
			made++
			if out := r.String(ru.Near[0] + " " + token + "\n"); strings.Contains(out, token) {
				missed = append(missed, ru.ID)
			}
		}
	}
	if made < 50 {
		t.Fatalf("only %d tokens were made", made)
	}
	if len(missed) > 0 {
		t.Errorf("%d of %d survive: %s", len(missed), made, strings.Join(missed, " "))
	}
}

func TestChecksumsAreRight(t *testing.T) {
	rng := credgen.New(3)
	n := 0
	for _, ru := range rules.All() {
		for i := range ru.Shapes {
			s := &ru.Shapes[i]
			switch s.Checksum {
			case rule.CRC32Base62, rule.CRC32HexTail, rule.CRC32HexReversed, rule.Bech32Sum:
			default:
				continue
			}
			token, ok := credgen.Token(rng, s)
			if !ok {
				t.Errorf("%s: no token", ru.ID)
				continue
			}
			prefix := 0
			for _, p := range s.Parts {
				if p.Lit == "" {
					break
				}
				prefix += len(p.Lit)
			}
			if !s.Checksum.Check([]byte(token), prefix) {
				t.Errorf("%s: the check digits of a made token are wrong", ru.ID)
			}
			n++
		}
	}
	if n < 5 {
		t.Errorf("only %d shapes with check digits", n)
	}
}

func TestDeterministic(t *testing.T) {
	all := func() (out []string) {
		rng := credgen.New(7)
		for _, ru := range rules.All() {
			for i := range ru.Shapes {
				tok, _ := credgen.Token(rng, &ru.Shapes[i])
				out = append(out, tok)
				for _, m := range credgen.NearMisses(rng, &ru.Shapes[i]) {
					out = append(out, m.Text)
				}
			}
		}
		return out
	}
	if !slices.Equal(all(), all()) {
		t.Error("the same seed gives other tokens")
	}
}
