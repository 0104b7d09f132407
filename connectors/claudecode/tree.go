package claudecode

import (
	"cmp"
	"slices"
	"strings"

	"jezero/connectors"
)

// longBranch is the number of prompts above which a branch that was left is
// work of its own and not a false start.
const longBranch = 3

// sessions makes the file's sessions: the conversation, long branches that
// were left, and sidechains, oldest first.
func (t *transcript) sessions() []*connectors.Session {
	branch := t.branches()
	builders := map[string]*builder{}
	var order []*builder
	for i := range t.entries {
		e := &t.entries[i]
		left := branch[i]
		if left == rewound || len(e.said) == 0 {
			continue
		}
		key := e.key
		if left != "" {
			key = "~" + left
		}
		b := builders[key]
		if b == nil {
			b = t.builder(key)
			builders[key] = b
			order = append(order, b)
		}
		b.add(e)
	}
	var out []*connectors.Session
	for _, b := range order {
		if s := b.done(); s != nil {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b *connectors.Session) int {
		return cmp.Or(a.Started.Compare(b.Started), strings.Compare(a.Parent, b.Parent))
	})
	return out
}

const rewound = "-"

// branches says of every entry where it belongs: "" to the conversation,
// rewound to a branch that was left after a few prompts, else the uuid of the
// first record of a long branch.
//
// Forks are ordinary: parallel tool calls make them, too. So only a branch
// with a prompt of its own counts as left, and only when another branch of
// the same record goes on later in the file. A parent that is missing (cut
// files, several roots after compaction) makes no fork.
func (t *transcript) branches() []string {
	n := len(t.entries)
	parent := make([]int, n)   // -1: a root; a parent always stands earlier, so there is no circle
	lastSaid := make([]int, n) // of the branch that starts here, -1: nobody speaks in it
	prompts := make([]int, n)
	kids := make([]int, n)
	for i := range t.entries {
		e := &t.entries[i]
		parent[i], lastSaid[i] = -1, -1
		if p, ok := t.index[e.parent]; ok && e.parent != "" && p < i && e.key == t.entries[p].key {
			parent[i] = p
			kids[p]++
		}
		if len(e.said) > 0 {
			lastSaid[i] = i
		}
		if e.prompt {
			prompts[i] = 1
		}
	}
	for i := n - 1; i >= 0; i-- {
		if p := parent[i]; p >= 0 {
			lastSaid[p] = max(lastSaid[p], lastSaid[i])
			prompts[p] += prompts[i]
		}
	}
	// The branch of each fork in which somebody spoke last goes on.
	goesOn := make(map[int]int)
	for i := range n {
		if p := parent[i]; p >= 0 && kids[p] > 1 {
			if k, ok := goesOn[p]; !ok || lastSaid[i] > lastSaid[k] {
				goesOn[p] = i
			}
		}
	}
	where := make([]string, n)
	for i := range n {
		p := parent[i]
		if p < 0 {
			continue
		}
		where[i] = where[p]
		if k, fork := goesOn[p]; !fork || k == i || prompts[i] == 0 || lastSaid[k] < 0 || where[p] == rewound {
			continue
		}
		if where[i] = rewound; prompts[i] > longBranch {
			where[i] = t.entries[i].uuid
		}
	}
	return where
}

// builder adds entries to one session.
type builder struct {
	t      *transcript
	b      *connectors.Builder
	api    string          // message.id of the answer whose lines are being read
	text   int             // its last text among the messages
	closed bool            // it was complete
	waited map[string]bool // texts of queued prompts
}

func (t *transcript) builder(key string) *builder {
	id, parent := t.id, t.parent
	switch {
	case t.subagentFile && t.parent != "":
		id = t.parent + "/" + t.id
	case key != "" && !t.subagentFile:
		id, parent = t.id+"/"+key, t.id
	}
	b := connectors.NewBuilder(id, t.src, t.rep)
	b.Session.Parent, b.Session.CWD, b.Session.Branch = parent, t.cwd, t.branch
	if key == "" {
		b.Session.Title = t.title()
	}
	return &builder{t: t, b: b, waited: map[string]bool{}}
}

func (b *builder) add(e *entry) {
	for _, m := range e.said {
		switch {
		case e.queued:
			b.queued(m)
		case m.Role == connectors.User && b.waited[m.Text] && b.lately(m.Text):
			// The queued prompt again, as the ordinary one it became.
		case m.Role == connectors.Assistant && e.api != "" && b.grown(e, m):
		default:
			if b.b.Add(m) && m.Role == connectors.Assistant && e.api != "" {
				b.api, b.text, b.closed = e.api, len(b.b.Session.Messages)-1, false
			}
		}
	}
	if e.closed && e.api == b.api {
		b.closed = true
	}
}

// maxJoined is the length up to which an answer's blocks are put together, in
// bytes: every block copies what is there.
const maxJoined = 64 << 10

// grown merges the lines of one answer: a growing snapshot replaces the text
// before it, another block right behind it is appended.
func (b *builder) grown(e *entry, m connectors.Message) bool {
	if e.api != b.api || b.closed {
		return false
	}
	i := b.text
	old := b.b.Session.Messages[i].Text
	switch {
	case strings.HasPrefix(old, m.Text):
		return true
	case strings.HasPrefix(m.Text, old):
		b.b.Grow(i, m.Text)
		return true
	case i == len(b.b.Session.Messages)-1 && len(old) < maxJoined:
		b.b.Grow(i, old+"\n\n"+m.Text)
		return true
	}
	return false
}

// maxBack is how far back a queued prompt is put, in messages.
const maxBack = 200

// queued puts a prompt that was typed while a tool ran where its time says,
// unless the same prompt stands nearby as an ordinary one.
func (b *builder) queued(m connectors.Message) {
	if b.lately(m.Text) || !b.b.Add(m) {
		return
	}
	b.waited[m.Text] = true
	msgs := b.b.Session.Messages
	i := len(msgs) - 1
	added := msgs[i]
	for ; i > max(0, len(msgs)-maxBack) && !added.Time.IsZero() && msgs[i-1].Time.After(added.Time); i-- {
		msgs[i] = msgs[i-1]
	}
	msgs[i] = added
	if b.api != "" && b.text >= i && i != len(msgs)-1 {
		b.text++
	}
}

// lately reports whether the user said the text among the last few messages.
func (b *builder) lately(text string) bool {
	msgs := b.b.Session.Messages
	for i := len(msgs) - 1; i >= 0 && i >= len(msgs)-4; i-- {
		if msgs[i].Role == connectors.User && msgs[i].Text == text {
			return true
		}
	}
	return false
}

func (b *builder) done() *connectors.Session { return b.b.Done(b.t.src.ModTime) }
