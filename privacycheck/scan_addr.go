package privacycheck

import (
	"bytes"
	"net/netip"
	"strings"
)

// ipv4Here looks for an address of a private block whose first dot is src[dot].
func ipv4Here(src []byte, dot int) (match, bool) {
	at := dot
	for at > 0 && dot-at < 3 && isDigit(src[at-1]) {
		at--
	}
	var rule *Rule
	switch string(src[at:dot]) {
	case "10", "172", "192":
		rule = ruleLAN
	case "100":
		rule = ruleCGNAT
	case "169":
		rule = ruleLinkLocal
	default:
		// Behind %20 two of the digits belong to the escape.
		if dot-at == 3 && string(src[dot-2:dot]) == "10" && at >= 2 {
			return ipv4At(src, dot-2, ruleLAN)
		}
		return match{}, false
	}
	return ipv4At(src, at, rule)
}

func ipv4At(src []byte, at int, rule *Rule) (match, bool) {
	if at > 0 && !v4Start(src, at) {
		return match{}, false
	}
	var oct [4]int
	i := at
	for k := range oct {
		if k > 0 {
			if i >= len(src) || src[i] != '.' {
				return match{}, false
			}
			i++
		}
		d := i
		for i < len(src) && isDigit(src[i]) && i-d < 4 {
			oct[k] = oct[k]*10 + int(src[i]-'0')
			i++
		}
		if i == d || i-d > 3 || oct[k] > 255 || i-d > 1 && src[d] == '0' {
			return match{}, false
		}
	}
	if !v4End(src, at, i) || !inBlock(oct) {
		return match{}, false
	}
	end := i
	if i+1 < len(src) && src[i] == '/' && isDigit(src[i+1]) {
		bits, k := 0, i+1
		for k < len(src) && isDigit(src[k]) && k-i <= 3 {
			bits = bits*10 + int(src[k]-'0')
			k++
		}
		if bits <= 32 && (k == len(src) || !words[src[k]] && src[k] != '/') {
			if wholeV4(oct, bits) {
				return match{}, false
			}
			end = k
		}
	}
	if versionBefore(src, at) {
		return match{}, false
	}
	return match{rule: rule, start: at, end: end, hide: at, hideEnd: end}, true
}

// inBlock tells the blocks that an anchor's first digits do not decide.
func inBlock(o [4]int) bool {
	switch o[0] {
	case 192:
		return o[1] == 168
	case 169:
		return o[1] == 254
	case 172:
		return o[1] >= 16 && o[1] <= 31
	case 100:
		return o[1] >= 64 && o[1] <= 127
	}
	return true
}

// wholeV4 is true for a block written whole, as its standard writes it: that
// names the block and nobody's network.
func wholeV4(o [4]int, bits int) bool {
	if o[2] != 0 || o[3] != 0 {
		return false
	}
	switch {
	case o[0] == 10 && o[1] == 0:
		return bits == 8
	case o[0] == 172 && o[1] == 16:
		return bits == 12
	case o[0] == 192, o[0] == 169:
		return bits == 16
	case o[0] == 100 && o[1] == 64:
		return bits == 10
	}
	return false
}

// v4Start is true when an address may begin at i.
func v4Start(src []byte, i int) bool {
	switch b := src[i-1]; {
	case isDigit(b):
		return afterEscape(src, i)
	case b == '.':
		return i < 2 || !isAlnum(src[i-2])
	case b == '_' || b >= 0x80:
		return true
	case isLetter(b):
		return afterEscape(src, i)
	}
	return true
}

// v4End is true when the address src[at:i] ends there. A file name such as
// libx-10.0.0.1.tar.gz holds a version.
func v4End(src []byte, at, i int) bool {
	if i == len(src) {
		return true
	}
	b := src[i]
	if isDigit(b) || isLetter(b) {
		return false
	}
	if b == '.' && i+1 < len(src) && isDigit(src[i+1]) {
		return false
	}
	if at >= 2 && (src[at-1] == '-' || src[at-1] == '_') && isAlnum(src[at-2]) &&
		(b == '.' || b == '-' || b == '_') && i+1 < len(src) && isLetter(src[i+1]) {
		return false
	}
	return true
}

var litVersion = []byte("version")

// versionBefore is true when the word version stands directly before: what
// follows has four numbers, but is no address.
func versionBefore(src []byte, at int) bool {
	i := at
	for i > 0 && at-i < 6 && bytes.IndexByte([]byte(" \t\"'=:(\\"), src[i-1]) >= 0 {
		i--
	}
	if i < len(litVersion) || i == at {
		return false
	}
	w := src[i-len(litVersion) : i]
	return bytes.EqualFold(w, litVersion)
}

// Blocks of IPv6 that are flagged, and how their standards write them whole.
var (
	tailnet6  = netip.MustParsePrefix("fd7a:115c:a1e0::/48")
	unique6   = netip.MustParsePrefix("fc00::/7")
	linklocal = netip.MustParsePrefix("fe80::/10")
	whole6    = []netip.Prefix{tailnet6, unique6, netip.MustParsePrefix("fd00::/8"), linklocal, netip.MustParsePrefix("fe80::/64")}
)

// ipv6Here looks for a link-local, unique local or tailnet address whose first
// colon is src[colon]. All begin with a group of four digits, fc, fd or fe8 …
// feb first.
func ipv6Here(src []byte, colon int) (match, bool) {
	at := colon - 4
	if at < 0 || src[at]|0x20 != 'f' {
		return match{}, false
	}
	switch src[at+1] | 0x20 {
	case 'c', 'd':
	case 'e':
		if n := src[at+2] | 0x20; n != '8' && n != '9' && n != 'a' && n != 'b' {
			return match{}, false
		}
	default:
		return match{}, false
	}
	return ipv6At(src, at)
}

func ipv6At(src []byte, at int) (match, bool) {
	if at > 0 {
		b := src[at-1]
		if (isAlnum(b) || b == '_') && !afterEscape(src, at) {
			return match{}, false
		}
		if b == ':' && at > 1 && (isHex(src[at-2]) || src[at-2] == ':') {
			return match{}, false // the tail of a longer address
		}
	}
	i := at
	for i < len(src) && i-at < 46 && (isHex(src[i]) || src[i] == ':' || src[i] == '.') {
		i++
	}
	if i < len(src) && (isAlnum(src[i]) || src[i] == '_') {
		return match{}, false
	}
	for i > at && (src[i-1] == '.' || src[i-1] == ':' && (i-2 < at || src[i-2] != ':')) {
		i--
	}
	addr, err := netip.ParseAddr(string(src[at:i]))
	if err != nil {
		return match{}, false
	}
	rule := ruleULA
	switch {
	case tailnet6.Contains(addr):
		rule = ruleTailnet
	case linklocal.Contains(addr):
		rule = ruleLinkLocal
	case !unique6.Contains(addr):
		return match{}, false
	}
	end := i
	if i+1 < len(src) && src[i] == '/' && isDigit(src[i+1]) {
		bits, k := 0, i+1
		for k < len(src) && isDigit(src[k]) && k-i <= 3 {
			bits = bits*10 + int(src[k]-'0')
			k++
		}
		if bits <= 128 && (k == len(src) || !words[src[k]]) {
			for _, p := range whole6 {
				if p.Addr() == addr && p.Bits() == bits {
					return match{}, false
				}
			}
			end = k
		}
	}
	return match{rule: rule, start: at, end: end, hide: at, hideEnd: end}, true
}

const tailEnd = ".ts.net"

// tailHere looks for a host name of a tailnet that ends in ".ts.net" at src[at].
func (c *Checker) tailHere(src []byte, at int) (match, bool) {
	end := at + len(tailEnd)
	if end > len(src) || src[at+1]|0x20 != 't' || !strings.EqualFold(string(src[at:end]), tailEnd) {
		return match{}, false
	}
	if end < len(src) && (words[src[end]] || (src[end] == '-' || src[end] == '.') && end+1 < len(src) && isAlnum(src[end+1])) {
		return match{}, false
	}
	start := at
	for start > 0 && at-start < 253 && (isAlnum(src[start-1]) || src[start-1] == '-' || src[start-1] == '.' || src[start-1] == '_') {
		start--
	}
	for start < at && (src[start] == '.' || src[start] == '-') {
		start++
	}
	if start > 0 && start < at && afterEscape(src, start+1) {
		start++
	}
	if start == at {
		return match{}, false // *.ts.net, <host>.ts.net
	}
	tail := src[start:at]
	if k := bytes.LastIndexByte(tail, '.'); k >= 0 {
		tail = tail[k+1:]
	}
	if c.placeholderTailnet(tail) {
		return match{}, false
	}
	return match{rule: ruleTailName, start: start, end: end, hide: start, hideEnd: at}, true
}

func (c *Checker) placeholderTailnet(label []byte) bool {
	l := bytes.ToLower(label)
	switch string(l) {
	case "tailnet", "tailnet-name", "your-tailnet", "my-tailnet", "yourtailnet", "mytailnet", "example-tailnet":
		return true
	}
	return c.placeholderName(l)
}
