package client

import "time"

// Hit is an item as search, timeline and later show it.
type Hit struct {
	ID        string    `json:"id"`
	Title     string    `json:"title"`
	Summary   string    `json:"summary"`
	Project   string    `json:"project"`
	Source    string    `json:"source"`
	Trust     string    `json:"trust"`
	StartedAt Time      `json:"started_at"`
	EndedAt   Time      `json:"ended_at"`
	Passages  []Passage `json:"passages"`
	Why       string    `json:"why,omitempty"` // later only
}

// Passage is a piece of an item around what matched.
type Passage struct {
	Field string `json:"field"`
	Text  string `json:"text"`
}

// Hits is the result of search and timeline.
type Hits struct {
	Items []Hit `json:"items"`
	More  bool  `json:"more,omitempty"`
}

// Later is the result of later.
type Later struct {
	Found bool  `json:"found"`
	Items []Hit `json:"items"`
	More  bool  `json:"more,omitempty"`
}

// Item is a whole item, one page of its dialogue at a time.
type Item struct {
	ID        string   `json:"id"`
	Title     string   `json:"title"`
	Summary   string   `json:"summary"`
	Project   string   `json:"project"`
	Branch    string   `json:"branch"`
	Source    string   `json:"source"`
	Session   string   `json:"session"`
	Trust     string   `json:"trust"`
	StartedAt Time     `json:"started_at"`
	EndedAt   Time     `json:"ended_at"`
	Revision  int      `json:"revision"`
	Questions []string `json:"questions"`
	Atoms     []string `json:"atoms"`
	Body      string   `json:"body"`
	Page      int      `json:"page"`
	Pages     int      `json:"pages"`
}

// Found is the result of get_item.
type Found struct {
	Found bool  `json:"found"`
	Item  *Item `json:"item,omitempty"`
}

// Sources is the result of list_sources.
type Sources struct {
	Sources []struct {
		Name   string `json:"name"`
		Items  int    `json:"items"`
		Newest Time   `json:"newest"`
	} `json:"sources"`
}

// Time is a time as results hold it: RFC 3339, or empty when it is not known.
type Time struct{ time.Time }

// UnmarshalText reads RFC 3339; an empty text is the zero time.
func (t *Time) UnmarshalText(b []byte) (err error) {
	if len(b) == 0 {
		t.Time = time.Time{}
		return nil
	}
	t.Time, err = time.Parse(time.RFC3339, string(b))
	return err
}

// MarshalText is the reverse of UnmarshalText.
func (t Time) MarshalText() ([]byte, error) {
	if t.IsZero() {
		return []byte{}, nil
	}
	return []byte(t.UTC().Format(time.RFC3339)), nil
}

// UnmarshalJSON and MarshalJSON keep time.Time's own out of the way.
func (t *Time) UnmarshalJSON(b []byte) error {
	if len(b) < 2 || b[0] != '"' {
		return &time.ParseError{Layout: time.RFC3339, Message: ": not a string"}
	}
	return t.UnmarshalText(b[1 : len(b)-1])
}

// MarshalJSON renders the time as a JSON string.
func (t Time) MarshalJSON() ([]byte, error) {
	b, err := t.MarshalText()
	return append(append([]byte{'"'}, b...), '"'), err
}
