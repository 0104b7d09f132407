package engine

import "testing"

func TestJoined(t *testing.T) {
	tests := []struct {
		before string
		want   bool
	}{
		{"", false},
		{"twilio ", false},
		{"twilio=", false},
		{"x/", false},
		{"abc+", true},
		{"owner/action@", true},
		{"page#", true},
		{"sha256:", true},
		{"SHA-1: ", true},
		{`"md5": "`, true},
		{"commit ", true},
		{"hash\n", false},
		{"rehash ", false},
		{"the api key is ", false},
	}
	for _, tt := range tests {
		if got := joined([]byte(tt.before)); got != tt.want {
			t.Errorf("joined(%q) = %v, want %v", tt.before, got, tt.want)
		}
	}
}
