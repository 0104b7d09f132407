package corpus

import (
	"strings"
	"testing"
)

func TestRecall(t *testing.T) {
	segments, questions := Recall()
	if len(segments) != 2000 || len(questions) != 200 {
		t.Fatalf("%d segments, %d questions", len(segments), len(questions))
	}
	byID := map[string]RecallSegment{}
	for _, s := range segments {
		if _, ok := byID[s.ID]; ok {
			t.Errorf("%s stands twice", s.ID)
		}
		if strings.ContainsAny(s.User+s.Assistant, "{}[]|") {
			t.Errorf("%s: a slot is not filled: %s %s", s.ID, s.User, s.Assistant)
		}
		byID[s.ID] = s
	}
	asked := map[string]bool{}
	for _, q := range questions {
		if _, ok := byID[q.ID]; !ok || asked[q.ID] {
			t.Errorf("%q is about %q", q.Text, q.ID)
		}
		asked[q.ID] = true
		if strings.ContainsAny(q.Text, "{}") {
			t.Errorf("a slot is not filled: %s", q.Text)
		}
	}
	again, _ := Recall()
	for i := range again {
		if again[i] != segments[i] {
			t.Fatalf("segment %d differs from call to call", i)
		}
	}
}

// The farther questions must not be answered by sharing words: else the set
// would measure nothing.
func TestRecall_Distance(t *testing.T) {
	segments, questions := Recall()
	text := map[string]string{}
	for _, s := range segments {
		text[s.ID] = strings.ToLower(s.User + " " + s.Assistant)
	}
	var shared, words [4]int
	for _, q := range questions {
		for _, w := range strings.Fields(q.Text) {
			if len(w) < 5 {
				continue
			}
			words[q.Distance]++
			if strings.Contains(text[q.ID], strings.ToLower(w)) {
				shared[q.Distance]++
			}
		}
	}
	var share [4]float64
	for d := range share {
		share[d] = float64(shared[d]) / float64(words[d])
	}
	t.Logf("share of words of five letters and more that stand in the segment: %.2f", share)
	if share[0] < 0.7 || share[2] > 0.5 || share[3] > 0.5 {
		t.Errorf("shares %.2f", share)
	}
}
