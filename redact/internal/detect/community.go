package detect

import (
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// openCommunity: the names that every manual gives.
func openCommunity(val []byte) bool { return string(val) == "public" || string(val) == "private" }

// community: the community of SNMP, a password that agents read: snmp-server
// community X RO, rocommunity X. The names that everybody knows stay.
func community(v *scan.View, out *scan.Out) {
	s := v.Src
	if v.To >= len(s) || !blank(s[v.To]) {
		return
	}
	a, b, _ := argument(s, v.To, enclosed(v, v.At, v.To, plainEnd(v, v.To)))
	if a < b && !openCommunity(s[a:b]) && commandValue(v, s[a:b]) && tokenBytes(s[a:b]) && v.Look(s[a:b]) != value.Keyword && !stopWord(s[a:b]) {
		addCommand(v, out, a, b)
	}
}
