package value

// Build and Written show the tables of words: as the lists make them, and as the
// package holds them.
func Build() (words, beginnings any) {
	t := build()
	return t, begin(t)
}

func Written() (words, begin any) { return &lexicon, &beginnings }
