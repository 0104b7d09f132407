package app

import (
	"context"
	"time"

	"jezero/server/web"
)

// retainEvery is how often a server looks for uploads that are too old. The
// first look is as long after its start: when it was down for a while, what
// arrived before is read by then, if anyone reads.
const retainEvery = time.Hour

// retain removes the uploads that are older than retention_days, read or not,
// and what interrupted uploads left behind.
func (l *Library) retain(ctx context.Context) (removed int, err error) {
	return web.Retain(ctx, l.Config.Inbox.Dir, l.Config.Inbox.Retention, time.Now())
}

// retainWhile keeps the inbox's retention until ctx ends: a server takes
// uploads also where no run ever comes by.
func (s *Server) retainWhile(ctx context.Context) {
	tick := time.NewTicker(retainEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		switch removed, err := s.lib.retain(ctx); {
		case ctx.Err() != nil:
			return
		case err != nil:
			s.log.Error("old uploads could not be removed", "error", err)
		case removed > 0:
			s.log.Info("old uploads removed", "files", removed)
		}
	}
}
