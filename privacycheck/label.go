package privacycheck

import (
	"bytes"
	"context"
	"fmt"
	"strings"
)

// persons calls fn for the names and addresses in the header of a commit or tag.
func persons(obj []byte, fn func([]byte)) {
	for len(obj) > 0 {
		line, rest, _ := bytes.Cut(obj, []byte{'\n'})
		if len(line) == 0 {
			return
		}
		key, who, _ := bytes.Cut(line, []byte{' '})
		switch string(key) {
		case "author", "committer", "tagger":
			fn(who[:bytes.LastIndexByte(who, '>')+1]) // without the time
		}
		obj = rest
	}
}

// checkLabel looks for terms of the denylist in what a document is labelled
// with: who wrote it, or how a ref is called.
func (c *Checker) checkLabel(d *document, r *result) {
	text := []byte(d.label)
	ms := c.deny.find(text, nil)
	if len(ms) == 0 {
		return
	}
	ms = tidy(ms)
	hides := hidesOf(ms)
	rule, path := rulePerson, d.path
	if d.place == InRef {
		rule, path = ruleRef, maskPath(d.label, hides)
	}
	if !c.cfg.on(rule, "") {
		return
	}
	told := map[int]bool{}
	for _, m := range ms {
		if told[m.term] {
			continue
		}
		told[m.term] = true
		f := Finding{Rule: rule.ID, Group: rule.Group, Title: rule.Title, Place: d.place, Path: path, PathMasked: d.place == InRef,
			Holders: d.holders, MoreHeld: d.more, Print: printOf(rule.ID, d.path, len(told))}
		f.Excerpt, f.CaretStart, f.CaretLen = excerpt(text, 0, len(text), m.hide, m.hideEnd, hides)
		r.findings = append(r.findings, f)
	}
}

// refLabel is the document for the name of a branch or tag; nil for other refs,
// whose names are not people's.
func refLabel(name string) *document {
	if !strings.HasPrefix(name, "refs/heads/") && !strings.HasPrefix(name, "refs/tags/") {
		return nil
	}
	return &document{path: "ref", place: InRef, label: name}
}

// target reads what a tag is for.
func target(tag []byte) (id, kind string) {
	for _, line := range strings.SplitN(string(tag[:min(len(tag), 512)]), "\n", 3) {
		if v, ok := strings.CutPrefix(line, "object "); ok {
			id = v
		}
		if v, ok := strings.CutPrefix(line, "type "); ok {
			kind = v
		}
	}
	return id, kind
}

// peel follows a tag to what is no tag; tags are those on the way.
func peel(ctx context.Context, st store, id string) (tags []string, last, kind string, err error) {
	const deepest = 64
	for {
		var next string
		err = st.objects(ctx, func(send func(string) error) error { return send(id) }, 0, func(o rawObject) error {
			kind = o.kind
			if kind == "tag" {
				next, _ = target(o.data)
			}
			release(o)
			return nil
		})
		if err != nil || kind != "tag" || next == "" {
			return tags, id, kind, err
		}
		if len(tags) == deepest {
			return nil, "", "", fmt.Errorf("a tag is for a tag, and so on, more than %d times", deepest)
		}
		tags = append(tags, id)
		id = next
	}
}
