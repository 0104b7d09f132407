package server

import (
	"strconv"
	"time"
)

// SessionID is the id that a session is stored under, from its own after
// redaction and the time of its first message. Redaction may make one id of
// many, and sessions that share an id would overwrite each other; when a session
// began tells them apart, stays as it grows, and is no secret.
func SessionID(own, redacted string, began time.Time) string {
	if own == redacted {
		return own
	}
	var ms int64
	if !began.IsZero() {
		ms = began.UnixMilli()
	}
	return redacted + "~" + strconv.FormatInt(ms, 36)
}
