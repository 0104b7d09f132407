package summarize

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"jezero/server"
)

// NewAnthropic returns a summariser that asks an endpoint of the Anthropic
// Messages API.
func NewAnthropic(o Options) (*Model, error) {
	return newModel(o, anthropic{}, "https://api.anthropic.com")
}

type anthropic struct{}

func (anthropic) name() string   { return "anthropic" }
func (anthropic) simplify() bool { return false }

func (anthropic) request(o *Options, system, user string) (string, http.Header, any) {
	h := http.Header{}
	if o.APIKey != "" {
		h.Set("X-Api-Key", o.APIKey)
	}
	h.Set("Anthropic-Version", "2023-06-01")
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	return "/v1/messages", h, struct {
		Model     string    `json:"model"`
		MaxTokens int       `json:"max_tokens"`
		System    string    `json:"system"`
		Messages  []message `json:"messages"`
	}{o.Model, o.MaxTokens, system, []message{{"user", user}}}
}

func (anthropic) answer(body []byte) (string, server.Usage, error) {
	var a struct {
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		StopReason string `json:"stop_reason"`
		Usage      struct {
			Input      int `json:"input_tokens"`
			CacheWrite int `json:"cache_creation_input_tokens"`
			CacheRead  int `json:"cache_read_input_tokens"`
			Output     int `json:"output_tokens"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(body, &a); err != nil {
		return "", server.Usage{}, ErrMalformed
	}
	u := server.Usage{InputTokens: a.Usage.Input + a.Usage.CacheWrite + a.Usage.CacheRead, OutputTokens: a.Usage.Output}
	if a.StopReason == "max_tokens" {
		return "", u, fmt.Errorf("%w: it was cut at the token limit", ErrMalformed)
	}
	var text strings.Builder
	for _, c := range a.Content {
		if c.Type == "text" {
			text.WriteString(c.Text)
		}
	}
	return text.String(), u, nil
}
