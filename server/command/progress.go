package command

import (
	"time"

	"github.com/schollz/progressbar/v3"

	"jezero/server/ingest"
)

// progress draws how a run goes on, on a terminal alone.
type progress struct {
	p   *printer
	bar *progressbar.ProgressBar
}

// newProgress returns what Pipeline.Progress is set to, and what clears the
// line when the run is over.
func (r *run) newProgress() (func(ingest.Event), func()) {
	if !r.err.terminal {
		return nil, func() {}
	}
	p := &progress{p: r.err}
	return p.event, p.clear
}

func (p *progress) event(e ingest.Event) {
	switch e.Kind {
	case ingest.EventStart:
		p.clear()
		if e.Sources > 0 {
			p.bar = progressbar.NewOptions(e.Sources,
				progressbar.OptionSetWriter(p.p.w),
				progressbar.OptionSetDescription(clip(e.Connector, 30)),
				progressbar.OptionSetWidth(30),
				progressbar.OptionShowCount(),
				progressbar.OptionThrottle(50*time.Millisecond),
				progressbar.OptionClearOnFinish(),
				progressbar.OptionEnableColorCodes(p.p.colour),
			)
		}
	case ingest.EventSource:
		if p.bar != nil {
			p.bar.Set(e.Done) //nolint:errcheck // a bar that cannot be drawn stops nothing
		}
	case ingest.EventEnd:
		p.clear()
	}
}

func (p *progress) clear() {
	if p.bar != nil {
		p.bar.Clear() //nolint:errcheck // see above
		p.bar = nil
	}
}
