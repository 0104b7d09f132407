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
		{"https://cloud.example/api/v1/", false},
		{"home/me/projects/thing/internal/", false},
		{"pkg,v1.0.0,h1:yeRUT3mUE13jL1tGwvoQsKdVbAsQx9AJ+fqahKveP04=,", true},
		{"pkg v1.2.0 h1:yeRUT3m/", true},
		{"pkg v1.2.0 h1:ye/RUT3m/", true},
		{"twilio_key=,", false},
		{"BgEFBQcDATAPBgNVHRMBAf8EBTADAQH/", true},
	}
	for _, tt := range tests {
		if got := joined([]byte(tt.before)); got != tt.want {
			t.Errorf("joined(%q) = %v, want %v", tt.before, got, tt.want)
		}
	}
}

func TestJoinedAfter(t *testing.T) {
	tests := []struct {
		after string
		want  bool
	}{
		{"", false},
		{"\n", false},
		{`"`, false},
		{"/telemetry", false},
		{"=", true},
		{"+x", true},
		{".", false},
		{". Then", false},
		{".kanban.example", true},
		{"-8", true},
		{"%3D%3D", true},
		{"%20x", false},
		{"%", false},
		{"/[REDACTED:x]", true},
		{"/jVu5BB4Kq9GOM7ZQ0", true},
	}
	for _, tt := range tests {
		if got := joinedAfter([]byte(tt.after)); got != tt.want {
			t.Errorf("joinedAfter(%q) = %v, want %v", tt.after, got, tt.want)
		}
	}
}

func TestEmbedded(t *testing.T) {
	tests := []struct {
		before, word, after string
		want                bool
	}{
		{"", "okta", "_token=", false},
		{"my", "Twilio", "AuthToken", false},
		{"https://api.example/v2/accounts/", "twilio", "/2010/Calls", false},
		{"kanieruchomoscientistreakusercontentrvarggatrysilja", "zapier", "newayxnd5qv7z876chungnamdalseidfjord", true},
		{"[REDACTED:x]", "okta", "_token", true},
		{"[REDACTED:x] ", "okta", "_token", false},
		{"", "okta", "[redacted]", true},
		{"https://eth-mainnet.g.", "alchemy.com", "/v2/DZR7LM5c2bHEMFXP" + "mGot1k0eluYSYGi7/latest", false},
		{"https://eth-mainnet.g.", "alchemy", "/v2/DZR7LM5c2bHEMFXP" + "mGot1k0eluYSYGi7/latest", true},
		{"Pcu1SCOhGnqmKrs0aDAbBgNV", "okx", "HREEFDASgRBpbmZvQGUtc3ppZ25v", true},
	}
	for _, tt := range tests {
		src := []byte(tt.before + tt.word + tt.after)
		if got := embedded(src, len(tt.before), len(tt.before)+len(tt.word)); got != tt.want {
			t.Errorf("embedded(%q in %q) = %v, want %v", tt.word, src, got, tt.want)
		}
	}
}
