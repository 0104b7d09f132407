package command

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// bar draws how far a piece of work is, with rate and the time that is left,
// on a terminal alone. The zero unit counts things; bytes are shown as such.
type bar struct {
	r     *run
	what  string
	bytes bool
	p     *progressbar.ProgressBar
	total int64
}

// newBar returns what the work's progress is told to, nil where there is no
// terminal, and what clears the line when the work is over.
func (r *run) newBar(what string) (func(done, total int), func()) {
	if !r.err.terminal {
		return nil, func() {}
	}
	b := &bar{r: r, what: what}
	return func(done, total int) { b.set(int64(done), int64(total)) }, b.clear
}

// newByteBar is newBar for bytes.
func (r *run) newByteBar(what string) (func(done, total int64), func()) {
	if !r.err.terminal {
		return nil, func() {}
	}
	b := &bar{r: r, what: what, bytes: true}
	return b.set, b.clear
}

func (b *bar) set(done, total int64) {
	if b.p == nil || total != b.total {
		b.clear()
		opts := []progressbar.Option{
			progressbar.OptionSetWriter(b.r.err.w),
			progressbar.OptionSetDescription(clip(b.what, 30)),
			progressbar.OptionSetWidth(20),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(50 * time.Millisecond),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionEnableColorCodes(b.r.err.colour),
		}
		if b.bytes {
			opts = append(opts, progressbar.OptionShowBytes(true))
		} else {
			opts = append(opts, progressbar.OptionShowIts(), progressbar.OptionSetItsString("items"))
		}
		b.p, b.total = progressbar.NewOptions64(total, opts...), total
	}
	b.p.Set64(done) //nolint:errcheck // a bar that cannot be drawn stops nothing
}

func (b *bar) clear() {
	if b.p != nil {
		b.p.Clear() //nolint:errcheck // see above
		b.p = nil
	}
}
