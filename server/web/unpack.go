package web

import (
	"compress/gzip"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
)

// maxWindow is the largest zstd window that is unpacked, in bytes: what RFC
// 9659 allows in HTTP. A frame may ask for gigabytes.
const maxWindow = 8 << 20

// errTooWide says that a zstd frame asks for more memory than that.
var errTooWide = errors.New("window too large")

// unpacked is a decoder whose errors are the body's fault.
type unpacked struct{ io.ReadCloser }

func isUnpacker(r io.Reader) bool {
	_, ok := r.(unpacked)
	return ok
}

// Read translates the decoder's errors, which may repeat parts of the body.
func (u unpacked) Read(p []byte) (int, error) {
	n, err := u.ReadCloser.Read(p)
	if errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		err = errTooWide
	}
	return n, err
}

// unpacker returns a reader of the unpacked body. Gzip members and zstd frames
// may follow each other; anything else behind them is an error.
func unpacker(coding string, from io.Reader) (unpacked, error) {
	if coding == "gzip" {
		z, err := gzip.NewReader(from)
		return unpacked{z}, err
	}
	z, err := zstd.NewReader(from,
		zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return unpacked{}, err
	}
	return unpacked{z.IOReadCloser()}, nil
}
