package command

import (
	"io/fs"

	"jezero/corpus"
)

// harmless is the class of the corpus' harmless files.
const harmless = "harmless-files"

// corpusCases are the labelled cases and the harmless files that come with the program.
func corpusCases() ([]labelled, error) {
	cases, err := corpus.Load()
	if err != nil {
		return nil, err
	}
	var out []labelled
	for _, k := range cases {
		out = append(out, labelled{ID: k.Name, Text: k.Text, Secrets: k.Secrets, Keep: k.Keep, Expect: string(k.Expect), Class: k.Rule})
	}
	files := corpus.Benign()
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := fs.ReadFile(files, name)
		out = append(out, labelled{ID: "benign/" + name, Text: string(src), Expect: string(corpus.Clean), Class: harmless})
		return err
	})
	return out, err
}
