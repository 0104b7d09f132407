package chain

import (
	"errors"
	"fmt"
	"time"

	"github.com/zalando/go-keyring"
)

// Keychain keeps the keys in the system's keychain, as the item of this service:
// the macOS keychain, the Windows credential manager, or the Secret Service of a
// Linux desktop.
type Keychain string

// keychainUser is the account of the item; there is one per service.
const keychainUser = "jezero chain keys"

func (k Keychain) String() string { return "keychain item " + string(k) }

// Read returns the item.
func (k Keychain) Read() ([]byte, error) {
	get := keyringGet // now: what is asked may outlive the call
	text, err := inTime(func() (string, error) { return get(string(k), keychainUser) })
	if errors.Is(err, keyring.ErrNotFound) {
		return nil, fmt.Errorf("%w: there is no %s", ErrNoKeys, k)
	}
	if err != nil {
		return nil, k.failed("reading", err)
	}
	return []byte(text), nil
}

// Write sets the item. Keychains have no "create, unless it is there": without
// replace it is looked for first, under the lock that all writers share.
func (k Keychain) Write(text []byte, replace bool) error {
	if !replace {
		_, err := k.Read()
		if err == nil {
			return fmt.Errorf("%w: %s", ErrKeysExist, k)
		}
		if !errors.Is(err, ErrNoKeys) {
			return err
		}
	}
	if _, err := inTime(func() (string, error) { return "", keyring.Set(string(k), keychainUser, string(text)) }); err != nil {
		return k.failed("writing", err)
	}
	return nil
}

// A locked keychain asks its user, who may not be there: a run that waited for
// good would hold the lock that all writers share.
var (
	keychainWait = time.Minute // less in tests
	keyringGet   = keyring.Get // a silent one in tests
)

var errKeychainSilent = errors.New("it did not answer; is it locked, and is someone there to unlock it?")

func inTime(ask func() (string, error)) (string, error) {
	type answer struct {
		text string
		err  error
	}
	got := make(chan answer, 1)
	go func() {
		text, err := ask()
		got <- answer{text, err}
	}()
	select {
	case a := <-got:
		return a.text, a.err
	case <-time.After(keychainWait):
		return "", errKeychainSilent
	}
}

func (k Keychain) failed(doing string, err error) error {
	if errors.Is(err, keyring.ErrSetDataTooBig) {
		return fmt.Errorf("%s %s: there are too many keys for this system's keychain; keep them in a sealed file (passphrase_env in [chain])", doing, k)
	}
	return fmt.Errorf("%s %s: this system's keychain cannot be used here (%w); log in where it can be, or keep the keys in a file ([chain] key_file)", doing, k, err)
}
