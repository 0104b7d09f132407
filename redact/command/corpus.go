package command

import "jezero/corpus"

// corpusCases are the labelled cases that come with the program.
func corpusCases() ([]labelled, error) {
	cases, err := corpus.Load()
	if err != nil {
		return nil, err
	}
	var out []labelled
	for _, k := range cases {
		out = append(out, labelled{ID: k.Name, Text: k.Text, Secrets: k.Secrets, Expect: string(k.Expect), Class: k.Rule})
	}
	return out, nil
}
