package server

import (
	"errors"
	"fmt"
	"strings"
)

// ErrTampered says that an item or an event is not what was signed, so that it
// cannot be signed anew.
var ErrTampered = errors.New("it is not what was signed, so it is not signed anew; run: jezero verify")

// TamperedError names what is not what was signed, so that it was left as it is
// while all else was done. It is an ErrTampered.
type TamperedError struct {
	Items   []string // ids
	Sources []string // whose events stay, because they or an item of theirs are not what was signed
}

// shownTampered is how many are named in the error's text.
const shownTampered = 10

func (e *TamperedError) Error() string {
	list := func(names []string) string {
		if more := len(names) - shownTampered; more > 0 {
			return fmt.Sprintf("%s and %d more", strings.Join(names[:shownTampered], ", "), more)
		}
		return strings.Join(names, ", ")
	}
	var parts []string
	if len(e.Items) > 0 {
		parts = append(parts, "items that are not what was signed were left as they are (jezero forget --item ID removes one): "+list(e.Items))
	}
	if len(e.Sources) > 0 {
		parts = append(parts, "the events of sources that do not verify, or hold such an item, were not signed anew: "+list(e.Sources))
	}
	return strings.Join(append(parts, "run: jezero verify"), "; ")
}

// Unwrap makes it an ErrTampered.
func (e *TamperedError) Unwrap() error { return ErrTampered }
