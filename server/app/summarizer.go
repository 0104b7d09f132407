package app

import (
	"fmt"

	"jezero/server"
	"jezero/server/config"
	"jezero/server/summarize"
)

// newSummarizer returns the summariser that the configuration names. What a
// model takes is counted in the ledger, which also holds its monthly cap.
func newSummarizer(c *config.Config, ledger summarize.Ledger) (server.Summarizer, error) {
	s := &c.Summarizer
	if s.Kind == "" || s.Kind == "extractive" {
		return summarize.Extractive{}, nil
	}
	o := summarize.Options{
		Endpoint: s.BaseURL, Model: s.Model, MaxConcurrency: s.MaxConcurrency,
		Ledger: ledger, MonthlyCap: int(s.MonthlyTokenCap),
	}
	if s.APIKeyEnv != "" {
		if o.APIKey = c.Getenv(s.APIKeyEnv); o.APIKey == "" {
			return nil, fmt.Errorf("[summarizer] api_key_env names %s, which is not set: set it, or put it into %s", s.APIKeyEnv, config.DotEnv(c.Path))
		}
	}
	switch s.Kind {
	case "anthropic":
		return summarize.NewAnthropic(o)
	case "openai":
		return summarize.NewOpenAI(o)
	}
	return nil, fmt.Errorf("[summarizer] kind = %q is not known", s.Kind)
}
