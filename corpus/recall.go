package corpus

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strings"
)

//go:embed recall/topics.txt
var recallTopics string

// RecallSegment is a sample segment that questions are asked about: what a user
// asked and an assistant answered.
type RecallSegment struct {
	ID        string // recall-<topic>-<service>
	Project   string
	User      string
	Assistant string
}

// RecallQuestion is a labelled question: ID names the one segment that answers
// it. Distance is how far its words are from the segment's: 0 shares most, 3
// next to none but the name of the service.
type RecallQuestion struct {
	Text     string
	ID       string
	Distance int
}

// recallServices are what the segments are about: each topic has one segment
// for each service, so that no question is answered by its topic or by its
// service alone.
var recallServices = func() []string {
	var out []string
	for _, a := range []string{"ledger", "harbor", "parcel", "beacon", "quarry", "meadow", "lantern", "orchard", "summit", "delta",
		"pepper", "cobalt", "walrus", "thistle", "juniper", "marble", "falcon", "ribbon", "saddle", "tundra",
		"velvet", "willow", "anchor", "bramble", "cinder", "dapple", "ember", "fathom", "gadget", "hazel",
		"indigo", "jigsaw", "kettle", "locket", "mosaic", "nectar", "onyx", "pebble", "quiver", "rafter"} {
		out = append(out, a+"-"+[]string{"api", "web", "sync", "core"}[len(out)%4])
	}
	return out
}()

type recallTopic struct {
	user, assistant string
	asks            []string
}

func parseRecall(text string) []recallTopic {
	var out []recallTopic
	for _, line := range strings.Split(text, "\n") {
		key, value, _ := strings.Cut(line, ": ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case key == "user":
			out = append(out, recallTopic{user: value})
		case key == "assistant" && len(out) > 0:
			out[len(out)-1].assistant = value
		case key == "ask" && len(out) > 0:
			out[len(out)-1].asks = append(out[len(out)-1].asks, value)
		default:
			panic("corpus: internal error: recall/topics.txt: " + line)
		}
	}
	return out
}

// Recall returns 2,000 sample segments and 200 questions about 200 of them,
// the same at each call. The questions are written so that their words differ
// from the segment's: they are for measuring how well a search recalls.
func Recall() ([]RecallSegment, []RecallQuestion) {
	var segments []RecallSegment
	var questions []RecallQuestion
	rng := rand.New(rand.NewPCG(200, 2000))
	folders := []string{"internal", "cmd", "web/src", "lib", "deploy"}
	files := []string{"store.go", "handler.go", "worker.go", "index.ts", "main.tf", "policy.sql", "client.py"}
	id := func(topic, service int) string { return fmt.Sprintf("recall-%02d-%s", topic, recallServices[service]) }
	for t, topic := range parseRecall(recallTopics) {
		for s, service := range recallServices {
			short, _, _ := strings.Cut(service, "-")
			fill := strings.NewReplacer("{svc}", service, "{short}", short, "{n}", fmt.Sprint(2+rng.IntN(60)),
				"{file}", service+"/"+folders[rng.IntN(len(folders))]+"/"+files[rng.IntN(len(files))])
			segments = append(segments, RecallSegment{
				ID: id(t, s), Project: []string{"platform", "shop", "apps", service}[rng.IntN(4)],
				User: fill.Replace(choose(topic.user, rng)), Assistant: fill.Replace(choose(topic.assistant, rng)),
			})
		}
		for d, ask := range topic.asks {
			s := (t*7 + d*10) % len(recallServices)
			short, _, _ := strings.Cut(recallServices[s], "-")
			text := strings.NewReplacer("{svc}", recallServices[s], "{short}", short).Replace(ask)
			questions = append(questions, RecallQuestion{Text: text, ID: id(t, s), Distance: d})
		}
	}
	return segments, questions
}

// choose takes one side of each [a|b].
func choose(text string, rng *rand.Rand) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		inside, after, _ := strings.Cut(rest, "]")
		sides := strings.Split(inside, "|")
		b.WriteString(sides[rng.IntN(len(sides))])
		text = after
	}
}
