package summarize

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync/atomic"

	"jezero/server"
)

// NewOpenAI returns a summariser that asks an endpoint of the OpenAI chat
// completions API or one compatible with it. Endpoint includes the version:
// https://host/v1.
func NewOpenAI(o Options) (*Model, error) {
	return newModel(o, &openai{}, "https://api.openai.com/v1")
}

// openai speaks to many servers that know different parts of the format: JSON
// mode is asked for until a server refuses it.
type openai struct{ plain atomic.Bool }

func (*openai) name() string { return "openai" }

func (a *openai) simplify() bool { return a.plain.CompareAndSwap(false, true) }

func (a *openai) request(o *Options, system, user string) (string, http.Header, any) {
	h := http.Header{}
	if o.APIKey != "" {
		h.Set("Authorization", "Bearer "+o.APIKey)
	}
	body := map[string]any{
		"model": o.Model,
		"messages": []map[string]string{
			{"role": "system", "content": system},
			{"role": "user", "content": user},
		},
	}
	// The maker's own endpoint has renamed the limit; others know the old name.
	limit := "max_tokens"
	if u, err := url.Parse(o.Endpoint); err == nil && u.Hostname() == "api.openai.com" {
		limit = "max_completion_tokens"
	}
	body[limit] = o.MaxTokens
	if !a.plain.Load() {
		body["response_format"] = map[string]string{"type": "json_object"}
	}
	return "/chat/completions", h, body
}

func (*openai) answer(body []byte) (string, server.Usage, error) {
	var a struct {
		Choices []struct {
			Message struct {
				Content string `json:"content"`
			} `json:"message"`
			FinishReason string `json:"finish_reason"`
		} `json:"choices"`
		Usage struct {
			Prompt     int `json:"prompt_tokens"`
			Completion int `json:"completion_tokens"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(body, &a); err != nil {
		return "", server.Usage{}, ErrMalformed
	}
	u := server.Usage{InputTokens: a.Usage.Prompt, OutputTokens: a.Usage.Completion}
	if len(a.Choices) == 0 {
		return "", u, fmt.Errorf("%w: it is empty", ErrMalformed)
	}
	if a.Choices[0].FinishReason == "length" {
		return "", u, fmt.Errorf("%w: it was cut at the token limit", ErrMalformed)
	}
	return a.Choices[0].Message.Content, u, nil
}
