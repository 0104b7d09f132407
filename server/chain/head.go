package chain

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sort"
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
	MAC     string         `json:"mac"`
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
	h := Head{V: Version, AtMS: at.UnixMilli(), KeyID: k.current, Sources: tips}
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
	names := make([]string, 0, len(h.Sources))
	for n := range h.Sources {
		names = append(names, n)
	}
	sort.Strings(names)
	fields := []string{strconv.Itoa(h.V), strconv.FormatInt(h.AtMS, 10), h.KeyID}
	for _, n := range names {
		fields = append(fields, n, strconv.FormatInt(h.Sources[n].Seq, 10), h.Sources[n].Hash)
	}
	return Fields(fields...)
}
