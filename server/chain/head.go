package chain

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"time"
)

// Tip is the last event of a source.
type Tip struct {
	Seq  int64  `json:"seq"`
	Hash string `json:"hash"`
}

// Head anchors the end of every chain outside the database: a chain alone
// cannot show that its tail was cut off.
type Head struct {
	V       int            `json:"v"`
	AtMS    int64          `json:"at_ms"`
	KeyID   string         `json:"key_id"`
	Sources map[string]Tip `json:"sources"`
	// Next are tips that stand in for those of Sources: the ends that chains have
	// once a change is committed that was about to be when this was written.
	Next map[string]Tip `json:"next,omitempty"`
	MAC  string         `json:"mac"`
}

// Errors that callers branch on.
var (
	ErrNoHead  = errors.New("no head file")
	ErrBadHead = errors.New("the head file was not written by a holder of the chain keys")
)

// ReadHead reads the head file without checking its signature (CheckHead).
func ReadHead(path string) (*Head, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s", ErrNoHead, path)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the head file: %w", err)
	}
	var h Head
	if err := json.Unmarshal(b, &h); err != nil || h.V != Version {
		return nil, fmt.Errorf("%s: %w", path, ErrBadHead)
	}
	return &h, nil
}

// WriteHead signs the tips and puts the file in place in one step: a crash
// leaves the old head or the new one.
func (k *Keys) WriteHead(path string, tips map[string]Tip, at time.Time) error {
	return k.WriteHeads(path, tips, nil, at)
}

// WriteHeads writes a head that fits the chains before and after a change of
// their ends: with tips, and with those of next in their place.
func (k *Keys) WriteHeads(path string, tips, next map[string]Tip, at time.Time) error {
	h := Head{V: Version, AtMS: at.UnixMilli(), KeyID: k.current, Sources: tips, Next: next}
	if h.Sources == nil {
		h.Sources = map[string]Tip{}
	}
	h.MAC = mac(k.byID[k.current].head, h.canonical())
	b, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("encoding the head: %w", err)
	}
	if err := writeFile(path, append(b, '\n')); err != nil {
		return fmt.Errorf("writing the head file: %w", err)
	}
	return nil
}

// CheckHead checks the head's signature.
func (k *Keys) CheckHead(h *Head) error {
	key := k.byID[h.KeyID]
	if key == nil {
		return fmt.Errorf("head file: %w", ErrUnknownKey)
	}
	if h.V != Version || !sameMAC(mac(key.head, h.canonical()), h.MAC) {
		return ErrBadHead
	}
	return nil
}

func (h *Head) canonical() []byte {
	fields := []string{strconv.Itoa(h.V), strconv.FormatInt(h.AtMS, 10), h.KeyID}
	add := func(tips map[string]Tip) {
		for _, n := range slices.Sorted(maps.Keys(tips)) {
			fields = append(fields, n, strconv.FormatInt(tips[n].Seq, 10), tips[n].Hash)
		}
	}
	add(h.Sources)
	if len(h.Next) > 0 {
		fields = append(fields, "", "next", strconv.Itoa(len(h.Next))) // no source has an empty name
		add(h.Next)
	}
	return Fields(fields...)
}

// Names reports whether the head names this event as the end of its source's
// chain.
func (h *Head) Names(source string, tip Tip) bool {
	for _, tips := range []map[string]Tip{h.Sources, h.Next} {
		if t, ok := tips[source]; ok && t.Seq == tip.Seq && sameMAC(t.Hash, tip.Hash) {
			return true
		}
	}
	return false
}
