// Package summarize makes summaries of redacted segments: Extractive picks
// sentences and needs no model and no network; NewAnthropic and NewOpenAI ask
// an endpoint. All of them are safe for concurrent use and treat the text as
// data.
package summarize

import (
	"context"

	"jezero/server"
)

// Extractive is the summariser without a model. It picks what was asked,
// decided and changed out of the dialogue, so that everything works on a fresh
// machine; it is also quick enough to be run over everything again.
type Extractive struct{}

var _ server.Summarizer = Extractive{}

// Name implements server.Summarizer.
func (Extractive) Name() string { return "extractive" }

// Summarize implements server.Summarizer. It never fails.
func (Extractive) Summarize(_ context.Context, seg *server.Segment) (server.Summary, server.Usage, error) {
	d := digest(seg.Turns)
	return server.Summary{
		Title:     d.title(seg),
		Summary:   d.summary(),
		Questions: d.questions(),
		Atoms:     d.atoms(),
	}, server.Usage{}, nil
}
