package sqlite

import "strings"

// formsOf returns other forms of an English word: plurals, endings of verbs,
// nouns made of verbs and back, and irregular verbs. The index holds words as
// they stand, so that code words are found exactly; that "deployment" finds
// "deployed" is made up for here. Forms that are no words stand nowhere and are
// dropped before the search.
func formsOf(w string) []string {
	if len(w) < 3 || !lowerASCII(w) {
		return nil
	}
	all := irregular[w]
	if len(w) >= 4 {
		root, yRoot := rootOf(w)
		if yRoot {
			all = append(all[:len(all):len(all)], root+"y", root+"ies", root+"ied", root+"ying", root+"ication")
		} else {
			all = append(all[:len(all):len(all)], root, root+"s", root+"e", root+"es", root+"ed", root+"ing")
			if n := len(root); n > 3 && root[n-1] == root[n-2] && !strings.ContainsRune("aeiousl", rune(root[n-1])) {
				all = append(all, root[:n-1], root[:n-1]+"s") // running: run
			}
			if len(root) >= 5 {
				all = append(all, root+"ion", root+"ation", root+"ment")
			}
		}
		all = append(all, verbsOf(w)...)
	}
	seen := map[string]bool{w: true}
	var out []string
	for _, f := range all {
		if len(f) >= 3 && !seen[f] {
			seen[f] = true
			out = append(out, f)
		}
	}
	return out
}

// verbsOf returns the verbs that a noun may be made of: eviction, deployment,
// configuration, notification.
func verbsOf(w string) []string {
	w = strings.TrimSuffix(w, "s")
	for _, n := range []struct {
		suffix  string
		endings []string
	}{
		{"ication", []string{"y", "ies", "ied", "ying"}},
		{"ation", []string{"e", "es", "ed", "ing", "", "s", "ate", "ates", "ated"}},
		{"ion", []string{"", "s", "ed", "ing", "e", "es"}},
		{"ment", []string{"", "s", "ed", "ing", "e", "es"}},
	} {
		root := strings.TrimSuffix(w, n.suffix)
		if root == w || len(root) < 4 {
			continue
		}
		out := make([]string, len(n.endings))
		for i, e := range n.endings {
			out[i] = root + e
		}
		return out
	}
	return nil
}

// rootOf strips an ending; yRoot says that a y was stripped.
func rootOf(w string) (root string, yRoot bool) {
	cut := func(suffix string, least int) bool {
		root = strings.TrimSuffix(w, suffix)
		return root != w && len(root) >= least
	}
	vowel := func(c byte) bool { return strings.IndexByte("aeiou", c) >= 0 }
	switch {
	case cut("ies", 3), cut("ied", 3):
		return root, true
	case cut("ying", 3) && !vowel(root[len(root)-1]):
		return root, true
	case cut("ing", 3), cut("ed", 3):
		return root, false
	case cut("sses", 2), cut("ches", 2), cut("shes", 2), cut("xes", 2), cut("zes", 2):
		return strings.TrimSuffix(w, "es"), false
	case cut("es", 3):
		return root, false
	case strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
		return w, false
	case cut("s", 3):
		return root, false
	case cut("e", 3):
		return root, false
	case cut("y", 3) && !vowel(root[len(root)-1]):
		return root, true
	}
	return w, false
}

// irregular maps each form of an irregular verb that sessions are full of to
// the others.
var irregular = func() map[string][]string {
	m := map[string][]string{}
	for _, line := range strings.Split(`keep keeps kept keeping
		send sends sent sending
		run runs ran running
		write writes wrote written writing
		make makes made making
		build builds built building
		find finds found finding
		choose chooses chose chosen choosing choice
		break breaks broke broken breaking
		lose loses lost losing loss
		leave leaves left leaving
		say says said
		tell tells told
		take takes took taken taking
		give gives gave given giving
		throw throws threw thrown
		grow grows grew grown growing growth
		know knows knew known
		hold holds held holding
		begin begins began begun
		bind binds bound binding
		read reads reading
		get gets got getting
		go goes went gone going
		see sees saw seen
		come comes came coming
		mean means meant
		spend spends spent spending
		freeze freezes froze frozen
		hang hangs hung hanging
		draw draws drew drawn
		drive drives drove driven
		fall falls fell fallen
		rise rises rose risen
		split splits splitting
		stop stops stopped stopping
		log logs logged logging login`, "\n") {
		forms := strings.Fields(line)
		for _, f := range forms {
			for _, other := range forms {
				if other != f {
					m[f] = append(m[f], other)
				}
			}
		}
	}
	return m
}()
