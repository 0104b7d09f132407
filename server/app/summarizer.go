package app

import (
	"fmt"

	"jezero/server"
	"jezero/server/config"
	"jezero/server/summarize"
)

// newSummarizer returns the summariser that the configuration names.
func newSummarizer(c *config.Config) (server.Summarizer, error) {
	switch c.Summarizer.Kind {
	case "", "extractive":
		return summarize.Extractive{}, nil
	}
	return nil, fmt.Errorf("[summarizer] kind = %q is not available in this version: use \"extractive\"", c.Summarizer.Kind)
}
