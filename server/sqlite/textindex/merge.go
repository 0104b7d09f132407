package textindex

import (
	"slices"
	"sort"
)

// Part is a segment that goes into a merge.
type Part struct {
	Segment *Segment
	Store   Store
	Gone    func(item int) bool // nil for none
}

// Merge writes one segment of what lives in the parts.
func Merge(parts []Part, sink Sink) error {
	items, number := joinItems(parts)
	w := NewWriter(sink, items)
	var open []*input
	for i := range parts {
		in := &input{Cursor: Cursor{s: parts[i].Segment, st: parts[i].Store}, number: number[i]}
		ok, err := in.Next()
		if err != nil {
			return err
		}
		if ok {
			open = append(open, in)
		}
	}
	var out List
	var same []*input
	for len(open) > 0 {
		word := open[0].Word
		for _, in := range open[1:] {
			word = min(word, in.Word)
		}
		out.reset()
		same = same[:0]
		for _, in := range open {
			if in.Word == word {
				in.renumber()
				same = append(same, in)
			}
		}
		joinLists(&out, same)
		if err := w.Add(word, &out); err != nil {
			return err
		}
		for _, in := range same {
			ok, err := in.Next()
			if err != nil {
				return err
			}
			if !ok {
				open = slices.DeleteFunc(open, func(x *input) bool { return x == in })
			}
		}
	}
	return w.Close()
}

// input is a part while it is merged.
type input struct {
	Cursor
	number []int32 // new numbers of its items, -1 for those that are gone
	at     int
}

func (in *input) renumber() {
	for i, d := range in.List.Items {
		// -1 becomes the greatest number, and is left out below.
		in.List.Items[i] = uint32(in.number[d])
	}
	in.at = 0
}

const gone = ^uint32(0)

// skip moves to the next posting of an item that lives.
func (in *input) skip() bool {
	for in.at < len(in.List.Items) && in.List.Items[in.at] == gone {
		in.at++
	}
	return in.at < len(in.List.Items)
}

// joinLists merges the lists by item. Parts seldom overlap in time, so that
// whole runs are taken from one of them.
func joinLists(out *List, ins []*input) {
	for {
		var least *input
		limit := gone // the first item of the others
		for _, in := range ins {
			if !in.skip() {
				continue
			}
			switch d := in.List.Items[in.at]; {
			case least == nil:
				least = in
			case d < least.List.Items[least.at]:
				limit = min(limit, least.List.Items[least.at])
				least = in
			default:
				limit = min(limit, d)
			}
		}
		if least == nil {
			return
		}
		for least.skip() && least.List.Items[least.at] < limit {
			out.take(&least.List, least.at)
			least.at++
		}
	}
}

func (l *List) take(from *List, i int) {
	start := uint32(0)
	if i > 0 {
		start = from.Ends[i-1]
	}
	l.Items, l.Weights = append(l.Items, from.Items[i]), append(l.Weights, from.Weights[i])
	l.Places = append(l.Places, from.Places[start:from.Ends[i]]...)
	l.Ends = append(l.Ends, uint32(len(l.Places)))
}

// joinItems lists the living items of all parts by key, and gives each its new
// number. Keys are unique among living items.
func joinItems(parts []Part) (items []Item, number [][]int32) {
	type origin struct{ part, item int32 }
	var from []origin
	number = make([][]int32, len(parts))
	for p := range parts {
		number[p] = make([]int32, parts[p].Segment.Len())
		for i := range number[p] {
			number[p][i] = -1
			if parts[p].Gone == nil || !parts[p].Gone(i) {
				from = append(from, origin{int32(p), int32(i)})
			}
		}
	}
	key := func(o origin) int64 { return parts[o.part].Segment.Keys[o.item] }
	sort.Slice(from, func(a, b int) bool { return key(from[a]) < key(from[b]) })
	items = make([]Item, len(from))
	for n, o := range from {
		items[n] = parts[o.part].Segment.Item(int(o.item))
		number[o.part][o.item] = int32(n)
	}
	return items, number
}
