package lab

import (
	"fmt"

	"jezero/corpus"
	"jezero/fuzz/credgen"
)

// Cases writes a file for corpus/cases/<kind>/: the samples in several
// dresses, and near misses that have to stay.
func Cases(r *Report) (string, error) {
	if len(r.Samples) == 0 {
		return "", fmt.Errorf("there are no samples to write cases of")
	}
	rng := credgen.New(1)
	ds := plain()
	var cases []corpus.Case
	for i, name := range []string{"dotenv quoted", "json", "go", "prose", "curl header"} {
		for _, d := range ds {
			if d.Name != name {
				continue
			}
			s := r.Samples[i%len(r.Samples)]
			cases = append(cases, corpus.Case{
				Name: r.Spec.Kind + "/" + fmt.Sprintf("finds-%d", i+1), Rule: r.Spec.Kind, Expect: corpus.Secret,
				Dress: d.Name, Text: d.Plant(rng, s).Text, Secrets: []string{s},
			})
		}
	}
	s := r.Samples[0]
	for i, m := range []struct{ text, note string }{
		{s[:len(s)/2], "cut in half"},
		{s[:len(s)-len(s)/3] + " " + s[len(s)-len(s)/3:], "broken by a blank"},
		{r.Gate + " stands in front of our keys", "the literal in prose"},
	} {
		cases = append(cases, corpus.Case{
			Name: r.Spec.Kind + "/" + fmt.Sprintf("keeps-%d", i+1), Rule: r.Spec.Kind, Expect: corpus.Clean,
			Dress: "comment", Note: m.note, Text: "# " + m.text + "\n",
		})
	}
	return corpus.Format(r.Spec.Kind, cases)
}
