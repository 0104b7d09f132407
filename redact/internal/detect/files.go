package detect

import (
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// pgpass finds the last of the five fields of a .pgpass line:
// host:port:database:user:password, colons escaped by a backslash.
func pgpass(v *scan.View, out *scan.Out) {
	s := v.Src
	from := v.At
	if low := v.At - 130; low > 0 && v.LastBreak(v.At, low) == low {
		return // the line began farther away
	}
	for from > 0 && s[from-1] != '\n' && !(from > 1 && s[from-1] == 'n' && s[from-2] == '\\') {
		if v.At-from > 128 {
			return
		}
		from--
	}
	for from < v.At && (blank(s[from]) || s[from] == '+') {
		from++
	}
	fields, start, end := 0, 0, from
	for ; end < len(s) && end-from < 512; end++ {
		c := s[end]
		if c == '\\' && end+1 < len(s) && (s[end+1] == ':' || s[end+1] == '\\') {
			end++
			continue
		}
		if c == ':' {
			if fields == 4 {
				return // more than five fields: passwd, shadow, a time
			}
			if fields++; fields == 4 {
				start = end + 1
			}
			continue
		}
		if c <= ' ' || quote(c) || c == '\\' {
			break
		}
		if fields < 4 && !alnum(c) && c != '.' && c != '-' && c != '_' && c != '*' && c != '/' {
			return
		}
	}
	if fields != 4 || end <= start || end < len(s) && s[end] == ' ' {
		return
	}
	if val := s[start:end]; commandValue(v, val) && v.Look(val) != value.Keyword {
		out.Add(scan.Span{Match: from, MatchEnd: end, Start: start, End: end, Rule: ruleNetrc, Confidence: ruleNetrc.Confidence})
	}
}

// addMask finds the value that a pipeline command hands to the log mask:
// ::add-mask::VALUE, ##vso[task.setvariable variable=X;issecret=true]VALUE.
func addMask(v *scan.View, out *scan.Out) {
	s := v.Src
	i := v.To
	if s[v.At] == 't' {
		secret := false
		for ; i < len(s) && i-v.To < 160 && s[i] != ']'; i++ {
			if s[i] == '\n' {
				return
			}
			secret = secret || at(s, i, "issecret=true")
		}
		if !secret || i >= len(s) || s[i] != ']' {
			return
		}
		i++
	}
	end := bareAt(v, i, bare{})
	if end > i && commandValue(v, s[i:end]) {
		out.Add(scan.Span{Match: v.At, MatchEnd: end, Start: i, End: end, Rule: ruleMask, Confidence: ruleMask.Confidence})
	}
}
