package mcpserver

import (
	"fmt"
	"strings"
	"time"
)

const (
	defaultLimit = 5
	maxLimit     = 50
	maxText      = 4 << 10 // of a query, a name or an id, in bytes
)

func checkLimit(n int) (int, error) {
	switch {
	case n == 0:
		return defaultLimit, nil
	case n < 0 || n > maxLimit:
		return 0, badArgument(fmt.Sprintf("limit must be from 1 to %d", maxLimit))
	}
	return n, nil
}

// checkText refuses a text that is longer than anything the memory holds a
// name for. The error names the argument and never repeats its value.
func checkText(name, s string) error {
	if len(s) > maxText {
		return badArgument(fmt.Sprintf("%s is longer than %d bytes: keep the words that matter", name, maxText))
	}
	return nil
}

// checkTime reads a date (the whole day, in UTC) or an RFC 3339 time. A date
// as the end of a range means the end of that day.
func checkTime(name, s string, end bool) (time.Time, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		if end {
			t = t.AddDate(0, 0, 1).Add(-time.Nanosecond)
		}
		return t, nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return time.Time{}, badArgument(name + " must be a date like 2026-03-31 or a time like 2026-03-31T14:05:00Z")
	}
	return t.UTC(), nil
}

// checkRange reads since and until and refuses an empty range.
func checkRange(since, until string) (from, to time.Time, err error) {
	if from, err = checkTime("since", since, false); err != nil {
		return
	}
	if to, err = checkTime("until", until, true); err != nil {
		return
	}
	if !from.IsZero() && !to.IsZero() && to.Before(from) {
		err = badArgument("until is before since: swap them or drop one")
	}
	return
}

// citation takes an id as it is cited, with or without its brackets.
func citation(s string) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(s), "["), "]")
}
