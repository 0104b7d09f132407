package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// sumsName is the file that says what each of the others must be.
const sumsName = "SHA256SUMS"

// sums are the digests of a bundle's files.
type sums struct {
	of     string            // signature of the files
	digest map[string]string // hex, by name
	text   []byte            // as sha256sum -c reads it
}

// sumsOf returns the digests of files whose signature is given. The mutex is held.
func (b *Bundle) sumsOf(files []BundleFile, of string) (*sums, error) {
	if b.summed != nil && b.summed.of == of {
		return b.summed, nil
	}
	s := &sums{of: of, digest: map[string]string{}}
	for _, f := range files {
		if f.Name == b.Script {
			continue
		}
		digest, err := digestOf(f)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", f.Name, err)
		}
		s.digest[f.Name] = digest
		s.text = fmt.Appendf(s.text, "%s  %s\n", digest, f.Name)
	}
	b.summed = s
	return s, nil
}

func digestOf(f BundleFile) (string, error) {
	r, err := f.Open()
	if err != nil {
		return "", err
	}
	defer r.Close()
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// file is the digests as a file of the bundle.
func (s *sums) file() BundleFile {
	return BundleFile{Name: sumsName, Mode: 0o644, Size: int64(len(s.text)), Open: func() (io.ReadSeekCloser, error) {
		return nopCloser{bytes.NewReader(s.text)}, nil
	}}
}

type nopCloser struct{ io.ReadSeeker }

func (nopCloser) Close() error { return nil }

// serveFile answers with one file of the bundle. address is this server's, as
// the client called it.
func (b *Bundle) serveFile(w http.ResponseWriter, r *http.Request, name, address string) {
	files, of, err := b.list()
	if err != nil {
		b.unable(w, err)
		return
	}
	b.mu.Lock()
	s, err := b.sumsOf(files, of)
	b.mu.Unlock()
	if err != nil {
		b.unable(w, err)
		return
	}
	for _, f := range append(files, s.file()) {
		if f.Name != name {
			continue
		}
		if err := b.send(w, r, f, s.digest[name], address); err != nil {
			b.unable(w, err)
		}
		return
	}
	refuse(w, http.StatusNotFound, "there is nothing here")
}

// send answers with the file. An error means that nothing was sent.
func (b *Bundle) send(w http.ResponseWriter, r *http.Request, f BundleFile, digest, address string) error {
	content, err := f.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	if f.Name == b.Script {
		text, err := io.ReadAll(content)
		if err != nil {
			return err
		}
		content = nopCloser{bytes.NewReader(b.addressed(text, address))}
	}
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	if strings.HasPrefix(f.Name, programDir) {
		h.Set("Content-Type", "application/octet-stream")
	}
	h.Set("Cache-Control", "no-cache")
	if digest != "" {
		h.Set("ETag", `"`+digest[:32]+`"`)
	}
	http.ServeContent(w, r, "", time.Time{}, content)
	return nil
}

// addressed is the script with the address in its line. An address comes from a
// Host that the guard let through or from public_url; one that could end the
// quotes is none of them, and is left out.
func (b *Bundle) addressed(script []byte, address string) []byte {
	if strings.ContainsAny(address, "'\\\n") || b.AddressLine == "" {
		return script
	}
	line := "\n" + b.AddressLine + "\n"
	named := strings.Replace(line, "''", "'"+address+"'", 1)
	return bytes.Replace(script, []byte(line), []byte(named), 1)
}
