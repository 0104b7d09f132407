package cursor

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"jezero/connectors"
	"jezero/connectors/sqlitestore"
)

// composer is the head of a conversation in the editor's database.
type composer struct {
	Name    string          `json:"name"`
	Created json.RawMessage `json:"createdAt"`
	Updated json.RawMessage `json:"lastUpdatedAt"`
	Order   []struct {
		BubbleID string `json:"bubbleId"`
	} `json:"fullConversationHeadersOnly"`
	Inline    []bubble `json:"conversation"`
	Workspace struct {
		URI struct {
			FSPath string `json:"fsPath"`
		} `json:"uri"`
	} `json:"workspaceIdentifier"`
}

// bubble is one message.
type bubble struct {
	ID      string          `json:"bubbleId"`
	Type    int             `json:"type"` // 1 user, 2 assistant
	Text    string          `json:"text"`
	RawText string          `json:"rawText"`
	Created json.RawMessage `json:"createdAt"`
	Tool    *struct {
		CallID  string          `json:"toolCallId"`
		Name    string          `json:"name"`
		RawArgs json.RawMessage `json:"rawArgs"`
	} `json:"toolFormerData"`
}

// decode reads a value that is JSON, or JSON inside a JSON string.
func decode(value any, dst any) bool {
	raw := []byte(sqlitestore.Text(value))
	var inner string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &inner) == nil {
		raw = []byte(inner)
	}
	return json.Unmarshal(raw, dst) == nil
}

// stamp reads a time in milliseconds or as text.
func stamp(raw json.RawMessage) time.Time {
	var ms float64
	if json.Unmarshal(raw, &ms) == nil {
		return connectors.Seconds(ms / 1000)
	}
	var s string
	_ = json.Unmarshal(raw, &s)
	return connectors.Time(s)
}

// keysOf selects a range of keys, which the index serves.
const keysOf = " FROM cursorDiskKV WHERE key >= ? AND key < ? AND value IS NOT NULL"

func listDatabase(ctx context.Context, file connectors.Source) ([]connectors.Source, error) {
	db, err := sqlitestore.Open(ctx, file.Path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	have, err := db.Columns(ctx, "cursorDiskKV")
	if err != nil || !have["key"] || !have["value"] {
		return nil, err // an editor without an agent yet
	}
	var out []connectors.Source
	err = db.Query(ctx, func(scan sqlitestore.Scan) error {
		var key, size, value any
		if err := scan(&key, &size, &value); err != nil {
			return err
		}
		var c composer
		if !decode(value, &c) || len(c.Order)+len(c.Inline) == 0 {
			return nil
		}
		at := stamp(c.Updated)
		if at.IsZero() {
			at = stamp(c.Created)
		}
		if at.IsZero() || at.After(file.ModTime.Add(24*time.Hour)) {
			at = file.ModTime
		}
		id := strings.TrimPrefix(sqlitestore.Text(key), "composerData:")
		out = append(out, connectors.Source{
			Key: file.Key + "#" + id, Path: file.Path, ModTime: at,
			Change: connectors.Change(at, int64(len(c.Order)+len(c.Inline)), sqlitestore.Int(size)),
		})
		return nil
	}, "SELECT key, length(value), value"+keysOf+" ORDER BY key", "composerData:", "composerData;")
	if err != nil {
		return nil, err
	}
	return out, db.Check()
}

func readDatabase(ctx context.Context, src connectors.Source, rep *connectors.Report) (*connectors.Session, error) {
	db, err := sqlitestore.Open(ctx, src.Path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	id := connectors.SessionIn(src.Key)
	var c composer
	found := false
	err = db.Query(ctx, func(scan sqlitestore.Scan) error {
		var value any
		if err := scan(&value); err != nil {
			return err
		}
		found = decode(value, &c)
		return nil
	}, "SELECT value FROM cursorDiskKV WHERE key = ?", "composerData:"+id)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, db.Check() // deleted since it was listed
	}
	bubbles := c.Inline
	prefix := "bubbleId:" + id + ":"
	err = db.Query(ctx, func(scan sqlitestore.Scan) error {
		var key, value any
		if err := scan(&key, &value); err != nil {
			return err
		}
		rep.Records++
		var b bubble
		if !decode(value, &b) {
			rep.Note(0, 0, connectors.NoteBadRecord)
			return nil
		}
		b.ID = strings.TrimPrefix(sqlitestore.Text(key), prefix)
		if b.Tool != nil {
			b.Tool.RawArgs, _ = json.Marshal(connectors.ToolLine(b.Tool.Name, b.Tool.RawArgs))
		}
		bubbles = append(bubbles, b)
		return nil
	}, "SELECT key, value"+keysOf+" AND length(value) <= ?", prefix, prefix[:len(prefix)-1]+";", connectors.MaxLine)
	if err != nil {
		return nil, err
	}
	if len(c.Order) > 0 {
		// The order also says which messages were taken back: those are not in it.
		place := map[string]int{}
		for i, o := range c.Order {
			place[o.BubbleID] = i
		}
		bubbles = slices.DeleteFunc(bubbles, func(b bubble) bool { _, ok := place[b.ID]; return !ok })
		slices.SortStableFunc(bubbles, func(a, b bubble) int { return cmp.Compare(place[a.ID], place[b.ID]) })
	}
	build := connectors.NewBuilder(id, src, rep)
	build.Session.Title, build.Session.CWD = c.Name, c.Workspace.URI.FSPath
	build.Session.Started = stamp(c.Created)
	known := 0
	for i := range bubbles {
		b := &bubbles[i]
		at := stamp(b.Created)
		if at.IsZero() && i == 0 {
			at = stamp(c.Created)
		}
		m := connectors.Message{ID: b.ID, Time: at, Text: cmp.Or(b.Text, b.RawText)}
		switch b.Type {
		case 1:
			m.Role, m.Text = connectors.User, query(m.Text)
		case 2:
			m.Role = connectors.Assistant
		default:
			continue
		}
		known++
		build.Add(m)
		if b.Tool != nil && b.Tool.Name != "" {
			var line string
			_ = json.Unmarshal(b.Tool.RawArgs, &line)
			build.Add(connectors.Message{ID: b.ID + "/tool", Role: connectors.Tool, Time: at, Text: line})
		}
	}
	if len(bubbles) > 0 && known == 0 {
		rep.Warn(src.Path, connectors.WarnFormat)
	}
	return build.Done(src.ModTime), db.Check()
}
