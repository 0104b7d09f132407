package web

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"log/slog"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"jezero/server"
)

// Inbox takes the session files that devices send: PUT
// /inbox/v1/<agent>/<path> becomes <Dir>/<client>/<agent>/<path>. The client's
// name comes from its key, so a key cannot choose another folder, and the path
// must have the agent's own layout, so the agent's connector reads the folder
// as it would on the device. Nothing else of a device is written anywhere.
type Inbox struct {
	Dir      string
	MaxBytes int64 // per file, on arrival and again when unpacked
	// UploadPath says whether the agent is known, and whether the path below the
	// agent's root has its layout (connectors.Agent.UploadPath).
	UploadPath func(agent, path string) (known, ok bool)
	Now        func() time.Time // nil is time.Now
	Logger     *slog.Logger     // nil is silent; errors of the disk go there

	// create is a seam for tests of a full disk.
	create func(dir *os.Root, name string) (stageFile, error)

	once   sync.Once
	unpack chan struct{} // one token per body that is being unpacked
}

// stageFile is what an upload is written to before it gets its name.
type stageFile interface {
	io.Writer
	Sync() error
	Close() error
}

// unpackers bounds how many bodies are unpacked at once: a decoder needs up
// to maxWindow bytes, and two hundred of them would be the memory of a machine.
const unpackers = 4

func (in *Inbox) init() {
	in.once.Do(func() {
		in.unpack = make(chan struct{}, unpackers)
		if in.Now == nil {
			in.Now = time.Now
		}
		if in.Logger == nil {
			in.Logger = slog.New(slog.DiscardHandler)
		}
		if in.create == nil {
			in.create = func(dir *os.Root, name string) (stageFile, error) {
				return dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
			}
		}
	})
}

// refusal is an upload that is not taken: a status and a fixed reason.
type refusal struct {
	status int
	why    string
}

func (e *refusal) Error() string { return e.why }

var (
	errPath    = &refusal{http.StatusBadRequest, "that is no upload path: /inbox/v1/<agent>/<path>, with the path as the agent lays out its own folder"}
	errAgent   = &refusal{http.StatusBadRequest, "that agent is not known here"}
	errProject = &refusal{http.StatusBadRequest, "X-Jezero-Project must be 1 to 128 of A-Z a-z 0-9 . _ / - without .. as a part"}
	errRange   = &refusal{http.StatusBadRequest, "a file is sent whole; Content-Range is not taken"}
	errUpload  = &refusal{http.StatusForbidden, "this key may read but not upload"}
	errCoding  = &refusal{http.StatusUnsupportedMediaType, "Content-Encoding must be identity, gzip or zstd"}
	errTooBig  = &refusal{http.StatusRequestEntityTooLarge, "the file is larger than [inbox] max_mb, as sent or unpacked"}
	errBody    = &refusal{http.StatusBadRequest, "the body ended early or is not what its headers say"}
	errPacked  = &refusal{http.StatusBadRequest, "the body cannot be unpacked"}
	errSlow    = &refusal{http.StatusRequestTimeout, "the body did not arrive in time"}
	errRevoked = &refusal{http.StatusUnauthorized, "that key was taken back while the file was on its way; nothing was stored"}
	errFull    = &refusal{http.StatusInsufficientStorage, "the server's disk is full; send again later"}
	errServer  = &refusal{http.StatusInternalServerError, "the file could not be stored"}
)

// received is the answer to a stored upload. Digests are computed for the
// answer only and kept nowhere: they would be unkeyed hashes of text that is
// not redacted.
type received struct {
	SHA256   string `json:"sha256"`                    // of the file as stored
	Bytes    int64  `json:"bytes"`                     // of the file as stored
	Received string `json:"received_sha256,omitempty"` // of the body, where it was packed
	Created  bool   `json:"created"`
}

func (in *Inbox) serve(w http.ResponseWriter, r *http.Request) {
	in.init()
	got, err := in.take(r)
	if err == nil {
		status := http.StatusOK
		if got.Created {
			status = http.StatusCreated
		}
		writeJSON(w, status, got)
		return
	}
	var no *refusal
	if !errors.As(err, &no) {
		in.Logger.Error("upload not stored", "error", fault(err))
		no = errServer
	}
	if no.status == http.StatusRequestEntityTooLarge || no == errSlow {
		w.Header().Set("Connection", "close")
	}
	if no == errRevoked {
		unauthorized(w, no.why)
		return
	}
	refuse(w, no.status, no.why)
}

// take judges the request from what is cheapest to what is dearest, and reads
// the body last.
func (in *Inbox) take(r *http.Request) (received, error) {
	caller := server.CallerFrom(r.Context())
	if !caller.Upload {
		return received{}, errUpload
	}
	agent, path, ok := splitUpload(strings.TrimPrefix(r.RequestURI, inboxPrefix))
	if !ok {
		return received{}, errPath
	}
	known, ok := in.UploadPath(agent, path)
	if !known {
		return received{}, errAgent
	}
	if !ok {
		return received{}, errPath
	}
	project, err := projectOf(r.Header.Values("X-Jezero-Project"))
	if err != nil {
		return received{}, err
	}
	coding, err := codingOf(r.Header.Values("Content-Encoding"))
	if err != nil {
		return received{}, err
	}
	if len(r.Header.Values("Content-Range")) > 0 {
		return received{}, errRange
	}
	if r.ContentLength > in.MaxBytes {
		return received{}, errTooBig
	}
	return in.store(r.Context(), upload{
		client: caller.Name, agent: agent, path: path, project: project, coding: coding, body: r.Body,
	})
}

var projectForm = regexp.MustCompile(`\A[A-Za-z0-9._/-]{1,128}\z`)

// projectOf reads the header that names a file's project, "" without one.
func projectOf(values []string) (string, error) {
	if len(values) == 0 {
		return "", nil
	}
	if len(values) > 1 || !projectForm.MatchString(values[0]) {
		return "", errProject
	}
	for _, part := range strings.Split(values[0], "/") {
		if part == ".." {
			return "", errProject
		}
	}
	return values[0], nil
}

// codingOf reads how the body is packed: "", "gzip" or "zstd" (JZ-106).
func codingOf(values []string) (string, error) {
	if len(values) == 0 {
		return "", nil
	}
	if len(values) > 1 {
		return "", errCoding
	}
	switch c := strings.ToLower(strings.TrimSpace(values[0])); c {
	case "", "identity":
		return "", nil
	case "gzip", "zstd":
		return c, nil
	}
	return "", errCoding
}

// upload is one file on its way in.
type upload struct {
	client, agent, path, project, coding string
	body                                 io.Reader
}

// store takes the body and gives it its place. The file appears there whole
// and on disk, or not at all (JZ-107).
func (in *Inbox) store(ctx context.Context, u upload) (received, error) {
	s, err := openStage(in.Dir)
	if err != nil {
		return received{}, err
	}
	defer s.close()

	var got received
	name := stageName()
	defer s.discard(name)
	if u.coding == "" {
		got.SHA256, got.Bytes, err = in.write(s.dir, name, u.body, in.MaxBytes)
	} else {
		packed := name + ".packed"
		defer s.discard(packed)
		if got.Received, _, err = in.write(s.dir, packed, u.body, in.MaxBytes); err == nil {
			got.SHA256, got.Bytes, err = in.unpackFile(ctx, s.dir, packed, name, u.coding)
		}
	}
	if err != nil {
		return received{}, err
	}
	sidecar := ""
	if u.project != "" {
		sidecar = name + ".project"
		defer s.discard(sidecar)
		if _, _, err = in.write(s.dir, sidecar, strings.NewReader(u.project+"\n"), 1<<10); err != nil {
			return received{}, err
		}
	}
	if !mayUploadNow(ctx) {
		return received{}, errRevoked
	}
	got.Created, err = s.place(u, name, sidecar, in.Now())
	return got, err
}

// unpackFile unpacks a staged body into another staged file.
func (in *Inbox) unpackFile(ctx context.Context, dir *os.Root, from, to, coding string) (digest string, n int64, err error) {
	select {
	case in.unpack <- struct{}{}:
		defer func() { <-in.unpack }()
	case <-ctx.Done():
		return "", 0, errBody
	}
	f, err := dir.Open(from)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	r, err := unpacker(coding, f)
	if err != nil {
		return "", 0, errPacked
	}
	defer r.Close()
	return in.write(dir, to, r, in.MaxBytes)
}

// write copies at most limit bytes into a new staged file, piece by piece, and
// syncs it. It stops with errTooBig at the first piece that passes the limit.
func (in *Inbox) write(dir *os.Root, name string, from io.Reader, limit int64) (digest string, n int64, err error) {
	f, err := in.create(dir, name)
	if err != nil {
		return "", 0, diskError(err)
	}
	h := sha256.New()
	n, err = copyPieces(f, h, from, limit)
	if err == nil {
		err = diskError(f.Sync())
	}
	if cerr := f.Close(); err == nil {
		err = diskError(cerr)
	}
	if err != nil {
		return "", 0, err
	}
	return hex.EncodeToString(h.Sum(nil)), n, nil
}

// pieces are the buffers of uploads under way.
var pieces = sync.Pool{New: func() any { return new([32 << 10]byte) }}

func copyPieces(f io.Writer, h hash.Hash, from io.Reader, limit int64) (int64, error) {
	piece := pieces.Get().(*[32 << 10]byte)
	defer pieces.Put(piece)
	defer clear(piece[:]) // another upload's buffer must not hold this one's text
	var n int64
	for {
		k, err := from.Read(piece[:])
		if n += int64(k); n > limit {
			return n, errTooBig
		}
		if k > 0 {
			h.Write(piece[:k])
			if _, werr := f.Write(piece[:k]); werr != nil {
				return n, diskError(werr)
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return n, nil
		case err != nil:
			return n, readError(from, err)
		}
	}
}

// readError says whose fault it is that a body could not be read.
func readError(from io.Reader, err error) error {
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errSlow
	case isUnpacker(from):
		if errors.Is(err, errTooWide) {
			return errTooBig
		}
		return errPacked
	}
	return errBody
}

// stageName is a fresh name in the staging folder.
func stageName() string {
	var b [12]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
