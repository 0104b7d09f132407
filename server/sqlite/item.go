package sqlite

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"jezero/server"
	"jezero/server/chain"
)

// record is a row of items as it is stored.
type record struct {
	pk                             int64
	sourceID, projectID            int64
	eventSeq                       int64
	item                           server.Item // Questions, Atoms and Body stay empty: see below
	ordinal                        int
	redactions                     string
	questions, atoms, parts, turns string
	body                           string
}

// recordColumns and (*record).dest belong together.
const recordColumns = `i.pk, i.source_id, i.project_id, i.event_seq, i.item_id, s.name, p.name, i.external_id,
	i.session, i.ordinal, i.branch, i.trust, i.started_ms, i.ended_ms, i.stored_ms, i.revision, i.rules, i.hash,
	i.summarizer, i.redactions, i.title, i.summary, i.questions, i.atoms, i.parts, i.turns, i.body`

const recordFrom = ` FROM items i JOIN sources s ON s.id = i.source_id JOIN projects p ON p.id = i.project_id `

// scanRecord reads one row of recordColumns.
func scanRecord(row interface{ Scan(...any) error }) (*record, error) {
	var r record
	var started, ended, stored int64
	var trust string
	it := &r.item
	err := row.Scan(&r.pk, &r.sourceID, &r.projectID, &r.eventSeq, &it.ID, &it.Source, &it.Project, &it.ExternalID,
		&it.Session, &r.ordinal, &it.Branch, &trust, &started, &ended, &stored, &it.Revision, &it.Rules, &it.Hash,
		&it.Summarizer, &r.redactions, &it.Title, &it.Summary, &r.questions, &r.atoms, &r.parts, &r.turns, &r.body)
	if err != nil {
		return nil, err
	}
	it.Trust = server.Trust(trust)
	it.StartedAt, it.EndedAt, it.StoredAt = fromMillis(started), fromMillis(ended), fromMillis(stored)
	return &r, nil
}

// full is the item with its texts, as readers see it.
func (r *record) full() (server.Item, error) {
	it := r.item
	it.Questions, it.Atoms = lines(r.questions), lines(r.atoms)
	turns, err := decodeTurns(r.turns, r.body)
	if err != nil {
		return it, err
	}
	it.Body = render(turns)
	return it, nil
}

// itemID is derived from what the item is keyed by, so that a library read
// anew from its sources keeps its citations. Both parts are redacted already.
func itemID(source, externalID string) string {
	sum := sha256.Sum256(chain.Fields(source, externalID))
	return "m" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10]))
}

// Parts of an item that its event commits to.
const (
	partMeta = "meta"
	partText = "text"
	partBody = "body"
)

// commitParts returns what each commitment is made over.
func (r *record) commitParts() map[string][]byte {
	it := &r.item
	return map[string][]byte{
		partMeta: chain.Fields(it.ID, it.Source, it.ExternalID, it.Session, strconv.Itoa(r.ordinal), it.Project,
			it.Branch, string(it.Trust), ms(it.StartedAt), ms(it.EndedAt), ms(it.StoredAt), strconv.Itoa(it.Revision),
			it.Rules, it.Hash, it.Summarizer, r.redactions),
		partText: chain.Fields(it.Title, it.Summary, r.questions, r.atoms, r.parts),
		partBody: chain.Fields(r.turns, r.body),
	}
}

func ms(t time.Time) string { return strconv.FormatInt(millis(t), 10) }

// event builds the event that says what is stored now.
func (r *record) event(keys *chain.Keys, kind string) (chain.Event, error) {
	commit := map[string]string{}
	for name, data := range r.commitParts() {
		c, err := keys.Commit(keys.Current(), name, data)
		if err != nil {
			return chain.Event{}, err
		}
		commit[name] = c
	}
	return chain.Event{
		Source: r.item.Source, Kind: kind, ExternalID: r.item.ExternalID, ItemID: r.item.ID, Rules: r.item.Rules,
		Commit: commit,
		Attrs:  chain.Attrs{"revision": chain.Int(r.item.Revision), "trust": chain.NewText(string(r.item.Trust))},
	}, nil
}

// Known reports whether the segment is stored with this text, or was forgotten
// on purpose. The hash is over the redacted text, so equal hashes are equally
// clean.
func (d *DB) Known(ctx context.Context, source, externalID, hash string) (bool, error) {
	session := externalID
	if i := strings.LastIndexByte(externalID, '#'); i >= 0 {
		session = externalID[:i]
	}
	var known bool
	args := append(forgottenArgs(source, externalID, session, ""), hash)
	err := d.read.QueryRowContext(ctx, `SELECT EXISTS (
		SELECT 1 FROM items i JOIN sources s ON s.id = i.source_id
		WHERE s.name = ?1 AND i.external_id = ?2 AND i.hash = ?8) OR `+forgotten, args...).Scan(&known)
	if err != nil {
		return false, fmt.Errorf("looking up a segment: %w", err)
	}
	return known, nil
}

// Put stores one segment. What was forgotten on purpose is ErrForgotten.
func (d *DB) Put(ctx context.Context, seg *server.Segment, sum server.Summary, summarizer string) (server.Item, error) {
	items, err := d.PutAll(ctx, []server.Stored{{Segment: seg, Summary: sum, Summarizer: summarizer}})
	if err != nil {
		return server.Item{}, err
	}
	if items[0].ID == "" {
		return server.Item{}, server.ErrForgotten
	}
	return items[0], nil
}

// PutAll stores the segments in one transaction.
func (d *DB) PutAll(ctx context.Context, batch []server.Stored) ([]server.Item, error) {
	// Everything that needs no lock is done before it is taken.
	records := make([]*record, len(batch))
	for i := range batch {
		r, err := newRecord(&batch[i])
		if err != nil {
			return nil, err
		}
		records[i] = r
	}
	err := d.inTx(ctx, func(t *tx) error {
		for i, r := range records {
			gone, err := t.isForgotten(ctx, &r.item)
			if err != nil {
				return err
			}
			if gone {
				records[i] = nil
				continue
			}
			if err := t.put(ctx, r); err != nil {
				return fmt.Errorf("storing a segment: %w", err)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	items := make([]server.Item, len(records))
	for i, r := range records {
		if r != nil {
			items[i] = r.item
			items[i].Questions, items[i].Atoms = lines(r.questions), lines(r.atoms)
			items[i].Body = render(batch[i].Segment.Turns)
		}
	}
	return items, nil
}

func newRecord(s *server.Stored) (*record, error) {
	seg, sum := s.Segment, s.Summary
	if seg.Source == "" || seg.ExternalID == "" || seg.Hash == "" {
		return nil, errors.New("storing a segment: it has no source, id or hash")
	}
	r := &record{ordinal: seg.Ordinal, questions: joinLines(sum.Questions), atoms: joinLines(sum.Atoms)}
	clean := func(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
	turns := make([]server.Turn, len(seg.Turns))
	for i, t := range seg.Turns {
		turns[i] = server.Turn{Role: t.Role, At: sane(t.At), Text: clean(t.Text)}
	}
	r.turns, r.body = encodeTurns(turns)
	r.item = server.Item{
		Source: clean(seg.Source), ExternalID: clean(seg.ExternalID), Session: clean(seg.Session),
		Project: clean(seg.Project), Branch: clean(seg.Branch), Title: oneLine(clean(sum.Title)), Summary: clean(sum.Summary),
		Trust: seg.Trust, StartedAt: sane(seg.StartedAt), EndedAt: sane(seg.EndedAt),
		Rules: seg.Rules, Hash: seg.Hash, Summarizer: s.Summarizer,
	}
	if r.item.Trust == "" {
		r.item.Trust = server.TrustOwn
	}
	r.item.ID = itemID(r.item.Source, r.item.ExternalID)
	r.derive()
	counts := seg.Redactions
	if counts == nil {
		counts = map[string]int{}
	}
	b, err := json.Marshal(counts)
	if err != nil {
		return nil, fmt.Errorf("storing a segment: %w", err)
	}
	r.redactions = string(b)
	return r, nil
}

// sane is a time as it can be stored: in whole milliseconds, and none for the
// garbage that some stores hold.
func sane(t time.Time) time.Time {
	if y := t.Year(); y < 1970 || y > 9999 {
		return time.Time{}
	}
	return fromMillis(millis(t))
}

// derive computes the search tokens that come from the texts.
func (r *record) derive() {
	r.parts = partsOf(r.item.Title, r.item.Summary, r.questions, r.atoms, r.body)
}

// put stores the record as the item's next revision.
func (t *tx) put(ctx context.Context, r *record) error {
	var err error
	if r.sourceID, err = t.sourceID(ctx, r.item.Source); err != nil {
		return err
	}
	old, err := t.load(ctx, "i.source_id = ? AND i.external_id = ?", r.sourceID, r.item.ExternalID)
	if err != nil {
		return err
	}
	r.item.Revision = 1
	if old != nil {
		r.item.ID, r.item.Revision = old.item.ID, old.item.Revision+1
		if err := t.remove(ctx, old); err != nil {
			return err
		}
		if err := t.mark(ctx, staleFact); err != nil {
			return err
		}
	}
	if err := t.insert(ctx, r, chain.KindPut); err != nil {
		return err
	}
	if old != nil && old.projectID != r.projectID {
		return t.dropProject(ctx, old.projectID)
	}
	return nil
}

// load reads one row, nil when there is none.
func (t *tx) load(ctx context.Context, where string, args ...any) (*record, error) {
	s, err := t.stmt(ctx, "SELECT "+recordColumns+recordFrom+"WHERE "+where)
	if err != nil {
		return nil, err
	}
	r, err := scanRecord(s.QueryRowContext(ctx, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading an item: %w", err)
	}
	return r, nil
}

// insert appends the event and writes the rows that follow from it.
func (t *tx) insert(ctx context.Context, r *record, kind string) error {
	var err error
	if r.sourceID, err = t.sourceID(ctx, r.item.Source); err != nil {
		return err
	}
	if r.projectID, err = t.projectID(ctx, r.item.Project); err != nil {
		return err
	}
	rulesID, err := t.rulesID(ctx, r.item.Rules)
	if err != nil {
		return err
	}
	r.item.StoredAt = fromMillis(t.at.UnixMilli())
	if r.pk, err = t.freePK(ctx, r.item.EndedAt, r.item.ID); err != nil {
		return err
	}
	e, err := r.event(t.db.keys, kind)
	if err != nil {
		return err
	}
	if r.eventSeq, err = t.append(ctx, e); err != nil {
		return err
	}
	it := &r.item
	err = t.exec(ctx, `INSERT INTO items (pk, item_id, source_id, project_id, external_id, session, ordinal, branch,
		trust, started_ms, ended_ms, stored_ms, revision, rules, hash, summarizer, event_seq, redactions, title,
		summary, questions, atoms, parts, turns, body)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.pk, it.ID, r.sourceID, r.projectID, it.ExternalID, it.Session, r.ordinal, it.Branch,
		string(it.Trust), millis(it.StartedAt), millis(it.EndedAt), millis(it.StoredAt), it.Revision, it.Rules, it.Hash,
		it.Summarizer, r.eventSeq, r.redactions, it.Title,
		it.Summary, r.questions, r.atoms, r.parts, r.turns, r.body)
	if err != nil {
		return fmt.Errorf("writing an item: %w", err)
	}
	t.index(r)
	if err := t.exec(ctx, "INSERT INTO item_rules (pk, rules_id) VALUES (?, ?)", r.pk, rulesID); err != nil {
		return err
	}
	return t.tally(ctx, r.sourceID, r.projectID, 1)
}

// remove takes the item's rows out of the projection and the index.
func (t *tx) remove(ctx context.Context, r *record) error {
	t.unindex(r)
	if err := t.exec(ctx, "DELETE FROM item_rules WHERE pk = ?", r.pk); err != nil {
		return err
	}
	if err := t.exec(ctx, "DELETE FROM items WHERE pk = ?", r.pk); err != nil {
		return fmt.Errorf("removing an item: %w", err)
	}
	return t.tally(ctx, r.sourceID, r.projectID, -1)
}

func joinLines(list []string) string {
	out := make([]string, 0, len(list))
	for _, s := range list {
		if s = oneLine(strings.ToValidUTF8(s, "\uFFFD")); s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, "\n")
}

func lines(s string) []string {
	if s == "" {
		return []string{}
	}
	return strings.Split(s, "\n")
}

// oneLine makes one line of a text.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
