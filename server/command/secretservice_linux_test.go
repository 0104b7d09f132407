package command_test

import (
	"bufio"
	"fmt"
	"os/exec"
	"strings"
	"sync"

	"github.com/godbus/dbus/v5"
	"github.com/rogpeppe/go-internal/testscript"
)

// secretService is the part of a desktop's Secret Service that keeps items: on
// a bus of its own, with one collection that is never locked.
type secretService struct {
	mu    sync.Mutex
	items []secretItem
}

type secretItem struct {
	attributes map[string]string
	secret     busSecret
}

// busSecret is a secret as the bus carries it: (oayays).
type busSecret struct {
	Session     dbus.ObjectPath
	Parameters  []byte
	Value       []byte
	ContentType string
}

const (
	secretsName = "org.freedesktop.secrets"
	secretsPath = "/org/freedesktop/secrets"
	secretsDoor = "org.freedesktop.Secret."
	noPrompt    = dbus.ObjectPath("/")
)

// OpenSession opens one session for all.
func (s *secretService) OpenSession(string, dbus.Variant) (dbus.Variant, dbus.ObjectPath, *dbus.Error) {
	return dbus.MakeVariant(""), secretsPath + "/session/one", nil
}

// Unlock finds everything unlocked.
func (s *secretService) Unlock(what []dbus.ObjectPath) ([]dbus.ObjectPath, dbus.ObjectPath, *dbus.Error) {
	return what, noPrompt, nil
}

// Close closes a session.
func (s *secretService) Close() *dbus.Error { return nil }

// SearchItems finds items by all of the attributes.
func (s *secretService) SearchItems(want map[string]string) ([]dbus.ObjectPath, *dbus.Error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := []dbus.ObjectPath{}
	for i, item := range s.items {
		fits := true
		for k, v := range want {
			fits = fits && item.attributes[k] == v
		}
		if fits {
			found = append(found, itemPath(i))
		}
	}
	return found, nil
}

func itemPath(i int) dbus.ObjectPath {
	return dbus.ObjectPath(fmt.Sprintf("%s/item/%d", secretsPath, i))
}

// secretCollection is the service under the collection's methods.
type secretCollection struct {
	*secretService
	conn *dbus.Conn
}

// CreateItem keeps a secret, in the place of one with equal attributes.
func (c secretCollection) CreateItem(properties map[string]dbus.Variant, secret busSecret, replace bool) (dbus.ObjectPath, dbus.ObjectPath, *dbus.Error) {
	attributes, ok := properties[secretsDoor+"Item.Attributes"].Value().(map[string]string)
	if !ok {
		return noPrompt, noPrompt, dbus.MakeFailedError(fmt.Errorf("no attributes"))
	}
	if same, _ := c.SearchItems(attributes); len(same) > 0 && replace {
		c.mu.Lock()
		defer c.mu.Unlock()
		for i := range c.items {
			if itemPath(i) == same[0] {
				c.items[i].secret = secret
			}
		}
		return same[0], noPrompt, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items = append(c.items, secretItem{attributes, secret})
	path := itemPath(len(c.items) - 1)
	if err := c.conn.Export(oneItem{c.secretService, len(c.items) - 1}, path, secretsDoor+"Item"); err != nil {
		return noPrompt, noPrompt, dbus.MakeFailedError(err)
	}
	return path, noPrompt, nil
}

type oneItem struct {
	s *secretService
	i int
}

// GetSecret returns the item's secret.
func (o oneItem) GetSecret(session dbus.ObjectPath) (busSecret, *dbus.Error) {
	o.s.mu.Lock()
	defer o.s.mu.Unlock()
	secret := o.s.items[o.i].secret
	secret.Session = session
	return secret, nil
}

// startSecretService VAR: a Secret Service on a bus of its own, whose address
// the variable is set to. Where there is no dbus-daemon it is set to nothing.
func startSecretService(ts *testscript.TestScript, neg bool, args []string) {
	daemon, err := exec.LookPath("dbus-daemon")
	if err != nil {
		ts.Setenv(args[0], "")
		return
	}
	cmd := exec.Command(daemon, "--session", "--nofork", "--print-address")
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() { cmd.Process.Kill(); cmd.Wait() })
	address, err := bufio.NewReader(out).ReadString('\n')
	ts.Check(err)
	address = strings.TrimSpace(address)
	conn, err := dbus.Connect(address)
	ts.Check(err)
	ts.Defer(func() { conn.Close() })
	s := &secretService{}
	ts.Check(conn.Export(s, secretsPath, secretsDoor+"Service"))
	ts.Check(conn.Export(s, secretsPath+"/session/one", secretsDoor+"Session"))
	ts.Check(conn.Export(secretCollection{s, conn}, secretsPath+"/aliases/default", secretsDoor+"Collection"))
	reply, err := conn.RequestName(secretsName, dbus.NameFlagDoNotQueue)
	ts.Check(err)
	if reply != dbus.RequestNameReplyPrimaryOwner {
		ts.Fatalf("the name is taken")
	}
	ts.Setenv(args[0], address)
}
