package connectors

import "fmt"

// maxNotes bounds a report: a file of garbage must not become a list of its
// own size in memory.
const maxNotes = 1000

// Note adds a note about one record. What must be a fixed phrase: no byte of
// the record. After a thousand notes only the last one changes, to say how
// many more there were.
func (r *Report) Note(line int, offset int64, what string) {
	if len(r.Notes) < maxNotes {
		r.Notes = append(r.Notes, Note{Line: line, Offset: offset, What: what})
		return
	}
	r.more++
	r.Notes[maxNotes-1] = Note{What: fmt.Sprintf("%d more notes", r.more+1)}
}

// Warn adds a warning about the whole source.
func (r *Report) Warn(path, what string) {
	r.Warnings = append(r.Warnings, Warning{Path: path, What: what})
}

// The phrases that several agents use.
const (
	NoteBadRecord  = "record is not valid JSON"
	NoteLongRecord = "record is over the length limit"
	NoteLongSpeech = "session is over the dialogue limit: message left out"
	NoteBadTime    = "time is out of range"
	WarnFormat     = "format not understood: no known record in the file"
)
