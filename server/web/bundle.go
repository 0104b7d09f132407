package web

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"sort"
	"sync"
	"time"
)

// Bundle is what a device needs to become a client, and public: whole as GET
// /client/jezero-client.tar.gz, and each of its files by its name below
// /client/. Everyone may fetch it, so nothing but programs and their files may
// be in it. SHA256SUMS is made by the bundle itself.
//
// It is packed when it is first asked for and again when its files changed,
// into a temporary file, so that many fetches cost no memory and no repeated
// packing.
type Bundle struct {
	// Files lists what is in the bundle, each time it is asked for; see
	// ClientFiles. It must be quick: only names and sizes are looked at.
	Files func() ([]BundleFile, error)
	// Script is the name of a file that is handed out by itself with its line
	// AddressLine changed to hold this server's address in single quotes; in the
	// archive it is as it is. Since it differs, it is not in SHA256SUMS.
	Script, AddressLine string
	Logger              *slog.Logger // nil is silent

	mu     sync.Mutex
	packed *packedBundle
	summed *sums
}

// BundleFile is one file of the bundle.
type BundleFile struct {
	Name    string // slash path inside the archive
	Mode    fs.FileMode
	Size    int64
	ModTime time.Time // only to notice a change; not in the archive
	Open    func() (io.ReadSeekCloser, error)
}

// packedBundle is an archive on disk. Its file closes itself when the last
// answer that reads it is done and the garbage collector comes by.
type packedBundle struct {
	of   string // signature of the files
	etag string
	file *os.File
	size int64
}

func (b *Bundle) serve(w http.ResponseWriter, r *http.Request) {
	p, err := b.current()
	if err != nil {
		b.unable(w, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/gzip")
	h.Set("Content-Disposition", `attachment; filename="jezero-client.tar.gz"`)
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", p.etag)
	http.ServeContent(w, r, "", time.Time{}, io.NewSectionReader(p.file, 0, p.size))
}

// unable answers when files cannot be listed or read.
func (b *Bundle) unable(w http.ResponseWriter, err error) {
	if b.Logger != nil {
		b.Logger.Error("client bundle cannot be made", "error", err)
	}
	refuse(w, http.StatusServiceUnavailable, "the client bundle cannot be made")
}

// list returns the files by name, and a signature that changes with them.
func (b *Bundle) list() (files []BundleFile, of string, err error) {
	files, err = b.Files()
	if err != nil {
		return nil, "", fmt.Errorf("listing the bundle's files: %w", err)
	}
	if len(files) == 0 {
		return nil, "", errors.New("the bundle has no files")
	}
	sort.Slice(files, func(i, j int) bool { return files[i].Name < files[j].Name })
	return files, signature(files), nil
}

// current returns the archive of the files as they are now.
func (b *Bundle) current() (*packedBundle, error) {
	files, of, err := b.list()
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.packed == nil || b.packed.of != of {
		s, err := b.sumsOf(files, of)
		if err != nil {
			return nil, err
		}
		p, err := pack(append(files, s.file()))
		if err != nil {
			return nil, err
		}
		p.of = of
		b.packed = p
	}
	return b.packed, nil
}

func signature(files []BundleFile) string {
	h := sha256.New()
	for _, f := range files {
		fmt.Fprintf(h, "%q %o %d %d\n", f.Name, f.Mode, f.Size, f.ModTime.UnixNano())
	}
	return hex.EncodeToString(h.Sum(nil))
}

// pack writes the archive. Equal files give equal bytes: owners and times are
// left out.
func pack(files []BundleFile) (*packedBundle, error) {
	tmp, err := os.CreateTemp("", "jezero-client-*.tar.gz")
	if err != nil {
		return nil, fmt.Errorf("packing the bundle: %w", err)
	}
	// Only the open file is needed. Where a file in use cannot be removed it
	// stays until the system clears its temporary files.
	os.Remove(tmp.Name()) //nolint:errcheck
	digest := sha256.New()
	if err := writeArchive(io.MultiWriter(tmp, digest), files); err != nil {
		tmp.Close()
		return nil, err
	}
	size, err := tmp.Seek(0, io.SeekEnd)
	if err != nil {
		tmp.Close()
		return nil, fmt.Errorf("packing the bundle: %w", err)
	}
	return &packedBundle{etag: `"` + hex.EncodeToString(digest.Sum(nil)[:16]) + `"`, file: tmp, size: size}, nil
}

func writeArchive(to io.Writer, files []BundleFile) error {
	z := gzip.NewWriter(to)
	t := tar.NewWriter(z)
	for _, f := range files {
		if err := writeMember(t, f); err != nil {
			return fmt.Errorf("packing %s: %w", f.Name, err)
		}
	}
	if err := t.Close(); err != nil {
		return fmt.Errorf("packing the bundle: %w", err)
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("packing the bundle: %w", err)
	}
	return nil
}

func writeMember(t *tar.Writer, f BundleFile) error {
	if !fs.ValidPath(f.Name) {
		return errors.New("not a path inside the bundle")
	}
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	mode := int64(0o644)
	if f.Mode&0o111 != 0 {
		mode = 0o755
	}
	if err := t.WriteHeader(&tar.Header{Name: "jezero-client/" + f.Name, Mode: mode, Size: f.Size, Typeflag: tar.TypeReg}); err != nil {
		return err
	}
	_, err = io.Copy(t, r)
	return err
}
