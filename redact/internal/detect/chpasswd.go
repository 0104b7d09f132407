package detect

import (
	"bytes"

	"jezero/redact/internal/scan"
)

// chpasswd: echo 'user:password' | chpasswd
func chpasswd(v *scan.View, out *scan.Out) {
	s := v.Src
	if i := hereDocument(s, v.To); i > 0 {
		userLines(v, out, i)
		return
	}
	i := v.At
	for i > 0 && (blank(s[i-1]) || s[i-1] == '|') {
		i--
	}
	// sudo chpasswd
	if i > 5 && at(s, i-4, "sudo") {
		i -= 4
		for i > 0 && (blank(s[i-1]) || s[i-1] == '|') {
			i--
		}
	}
	if i == 0 || bytes.IndexByte(s[i:v.At], '|') < 0 {
		return // a prompt
	}
	end := i
	if quote(s[end-1]) {
		end--
	}
	start := end
	for start > 0 && end-start < 200 && !quote(s[start-1]) && !space(s[start-1]) {
		start--
	}
	for k := start; k < end; k++ {
		if s[k] == ':' {
			if k+1 < end && commandValue(v, s[k+1:end]) {
				addCommand(v, out, k+1, end)
			}
			return
		}
	}
}
