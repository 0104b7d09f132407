package app

import (
	"errors"
	"fmt"
	"strconv"

	"jezero/redact"
	"jezero/redact/pattern"
	"jezero/server/config"
)

// newRedactor builds the redactor that the configuration asks for: the
// built-in rules, the user's patterns, and the values of the variables that
// [redaction] known_env names, wherever they stand.
func newRedactor(c *config.Config) (*redact.Redactor, error) {
	var opts []redact.Option
	if len(c.Redaction.ExtraPatterns) > 0 {
		specs := make([]pattern.Spec, len(c.Redaction.ExtraPatterns))
		for i, p := range c.Redaction.ExtraPatterns {
			specs[i] = spec(p)
		}
		o, err := pattern.Option(specs...)
		if err != nil {
			return nil, fmt.Errorf("[redaction] extra_patterns: %w", err)
		}
		opts = append(opts, o)
	}
	var known []redact.Known
	for _, name := range c.Redaction.KnownEnv {
		if v := c.Getenv(name); v != "" {
			known = append(known, redact.Known{Name: name, Value: v})
		}
	}
	if len(known) > 0 {
		opts = append(opts, redact.WithKnown(known...))
	}
	return redact.New(opts...)
}

func spec(p config.Pattern) pattern.Spec {
	s := pattern.Spec{Kind: p.Kind, Pattern: p.Pattern, Literal: p.Literal}
	if p.Group > 0 {
		s.Group = strconv.Itoa(p.Group)
	}
	return s
}

// compilePattern tries one pattern of the configuration, which says itself
// where it stands.
func compilePattern(p config.Pattern) error {
	_, err := pattern.Compile([]pattern.Spec{spec(p)})
	var bad *pattern.Error
	if errors.As(err, &bad) {
		return errors.New(bad.Reason)
	}
	return err
}
