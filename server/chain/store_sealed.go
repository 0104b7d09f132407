package chain

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"filippo.io/age"
	"filippo.io/age/armor"
)

// Sealed keeps the keys in a file with mode 0600 that is encrypted with a
// passphrase: an age file in its text form, whose key is made of the passphrase
// by scrypt. `age --decrypt` opens it, too.
type Sealed struct {
	Path       string
	Passphrase string
}

// sealMark is how a sealed file begins.
const sealMark = "-----BEGIN AGE ENCRYPTED FILE-----"

// minPassphrase is the least number of characters. A key derivation makes
// guessing slow; it does not make a word long.
const minPassphrase = 12

// Work factors of scrypt, as powers of two: what a file is sealed with (128 MiB
// and some tenths of a second), and the most that is done to open one. Less in
// tests.
var sealWork, maxSealWork = 17, 19

// Errors of sealed keys.
var (
	ErrPassphrase      = errors.New("the passphrase does not open the chain key file")
	ErrShortPassphrase = fmt.Errorf("the passphrase of the chain keys (passphrase_env) needs %d characters or more", minPassphrase)
)

func (s Sealed) String() string { return s.Path + ", sealed with a passphrase" }

// Read opens the file. ErrPassphrase when it is another passphrase's.
func (s Sealed) Read() ([]byte, error) {
	b, err := readPrivate(s.Path)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(b, []byte(sealMark)) {
		return nil, fmt.Errorf("%s is not sealed, but passphrase_env is set in [chain]: take that out, `jezero chain export` the keys, move the file away, set it again and `jezero chain import` them", s.Path)
	}
	if len(s.Passphrase) < minPassphrase {
		return nil, ErrShortPassphrase
	}
	id, err := age.NewScryptIdentity(s.Passphrase)
	if err != nil {
		return nil, fmt.Errorf("opening the chain key file: %w", err)
	}
	id.SetMaxWorkFactor(maxSealWork)
	r, err := age.Decrypt(armor.NewReader(bytes.NewReader(b)), id)
	var wrong *age.NoIdentityMatchError
	if errors.As(err, &wrong) {
		return nil, fmt.Errorf("%w: %s", ErrPassphrase, s.Path)
	}
	if err == nil {
		b, err = io.ReadAll(r)
	}
	if err != nil {
		// The library's own message may quote the file.
		return nil, fmt.Errorf("%s: the sealed chain key file is damaged, or asks for more work than jezero does (2^%d)", s.Path, maxSealWork)
	}
	return b, nil
}

// Write seals the text under a fresh salt.
func (s Sealed) Write(text []byte, replace bool) error {
	if len(s.Passphrase) < minPassphrase {
		return ErrShortPassphrase
	}
	to, err := age.NewScryptRecipient(s.Passphrase)
	if err != nil {
		return fmt.Errorf("sealing the chain keys: %w", err)
	}
	to.SetWorkFactor(sealWork)
	var b bytes.Buffer
	a := armor.NewWriter(&b)
	w, err := age.Encrypt(a, to)
	if err == nil {
		_, err = w.Write(text)
		err = errors.Join(err, w.Close(), a.Close())
	}
	if err != nil {
		return fmt.Errorf("sealing the chain keys: %w", err)
	}
	return writePrivate(s.Path, b.Bytes(), replace)
}
