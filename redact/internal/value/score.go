package value

// Score weighs the evidence that b was made by a machine and not written by a
// person: above zero speaks for it, below against. It looks at how usual the
// pairs of letters are, at how often letters and digits alternate, and at
// capitals where no word starts. Base64, base62, base32 and hex all score
// high; identifiers, camelCase, file names and prose score low. Linear, at
// most the first 256 bytes count.
func Score(b []byte) int {
	if len(b) > 256 {
		b = b[:256]
	}
	score, switches, piece := 0, 0, 0
	var prev byte
	for i, c := range b {
		switch {
		case lower(c) || upper(c):
			switch {
			case digit(prev):
				switches++
				if switches > 2 {
					score += 4
				}
				piece = 1
			case lower(prev) && upper(c):
				// The start of a camelCase word; a word of one or two letters is odd.
				if piece <= 2 && i > 2 {
					score += 4
				}
				piece = 1
			case lower(prev) || upper(prev):
				if c|0x20 != prev|0x20 {
					// xxxx is no evidence
					score += 9 - hexval(bigrams[int(prev&0x1f-1)*26+int(c&0x1f-1)])
				}
				if upper(prev) && lower(c) && piece > 1 {
					// XMLHttp is usual, aBCd is not: the acronym gives its last letter away.
					if piece == 2 {
						score += 3
					}
					piece = 1
				}
				piece++
			default:
				piece = 1
			}
		case digit(c):
			if lower(prev) || upper(prev) {
				switches++
				if switches > 2 {
					score += 4
				}
				if piece == 1 && switches > 1 {
					score += 2
				}
			}
			piece = 0
		default:
			piece = 0
		}
		prev = c
	}
	return score
}

func hexval(c byte) int {
	if c <= '9' {
		return int(c - '0')
	}
	return int(c-'a') + 10
}

func lower(c byte) bool { return c >= 'a' && c <= 'z' }
func upper(c byte) bool { return c >= 'A' && c <= 'Z' }
func digit(c byte) bool { return c >= '0' && c <= '9' }
