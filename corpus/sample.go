package corpus

// Sample returns the first of every n cases of Load: seeds for a fuzz target,
// which every test run goes through. It panics when the cases cannot be
// loaded, which no released version does, or n is less than one.
func Sample(n int) []Case {
	cases, err := Load()
	if err != nil {
		panic(err)
	}
	out := make([]Case, 0, len(cases)/n+1)
	for i := 0; i < len(cases); i += n {
		out = append(out, cases[i])
	}
	return out
}
