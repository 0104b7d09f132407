package name

// Build and Written show the table of words: as the lists make it, and as the
// package holds it.
func Build() any   { return build() }
func Written() any { return &dictionary }
