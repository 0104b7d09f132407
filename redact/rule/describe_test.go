package rule

import "testing"

func TestDescribe(t *testing.T) {
	tests := []struct {
		shape Shape
		want  string
	}{
		{Seq(Lit("ghp_"), Run(Alnum62, 36)).WithChecksum(CRC32Base62), `"ghp_" 36 × [A-Za-z0-9], checked by CRC-32 in base62`},
		{Seq(Any("a_", "b_"), Between(HexLower, 8, 9), Optional(Lit("=="))).AsExact(), `"a_"|"b_" 8 to 9 × [a-f0-9] ("=="), no longer`},
		{Seq(FoldLit("Key-"), AtLeast(Base64URL, 20)), `"Key-" in any case 20 or more × [A-Za-z0-9_-]`},
		{Seq(Run(Chars(`]\^x`), 2)), `2 × [x\\\]\^]`},
		{Seq(Run(Chars("ab"), 1)), `1 × [ab]`},
	}
	for _, tt := range tests {
		if got := tt.shape.Describe(); got != tt.want {
			t.Errorf("Describe = %s, want %s", got, tt.want)
		}
	}
	for c := NoChecksum; c <= CRC32HexReversed; c++ {
		if (c.String() == "nothing") != (c == NoChecksum) {
			t.Errorf("checksum %d has no name", c)
		}
	}
}
