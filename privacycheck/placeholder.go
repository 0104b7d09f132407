package privacycheck

import (
	"bytes"
	"strings"
)

// placeholderNames are account names that name nobody: documentation's people,
// and the accounts that images, runners and distributions create.
const placeholderNames = `
	me you user username users name myname yourname your_name uname usr myuser youruser someuser
	someone somebody anyone anybody nobody everybody whoever person people account login owner member
	example sample demo test tester testuser tests foo bar baz qux quux acme corp company org
	alice bob carol charlie dave eve mallory trent peggy victor john jane joe doe jdoe johndoe janedoe
	jsmith johnsmith john.doe jane.doe john.smith janesmith john-doe jane-doe
	dev developer coder hacker engineer student admin administrator root guest operator
	runner node app apps application appuser build builder ci cd bot agent worker service svc server daemon
	ubuntu debian fedora centos rocky alpine arch kali core opc oracle ec2-user azureuser cloud-user cloud
	vagrant docker container podman linuxbrew nixbld nix git gitlab-runner github jenkins circleci travis
	buildkite vsts vssadministrator runneradmin containeradministrator containeruser
	vscode codespace codespaces gitpod jovyan colab sandbox workspace project nonroot
	www www-data web http nginx apache postgres mysql redis mongodb hadoop spark airflow steam pi deploy
	shared public default all default.user defaultuser0 library
	placeholder redacted removed masked hidden anonymous xxx xx x n u nn abc path to dir home folder
`

func newPlaceholders(extra []string) map[string]bool {
	set := make(map[string]bool, 256)
	for _, w := range strings.Fields(placeholderNames) {
		set[w] = true
	}
	for _, w := range extra {
		set[strings.ToLower(w)] = true
	}
	return set
}

// placeholderName is true for a name that names nobody. Case, "my" and "your"
// before it and digits behind it do not matter: USER, your-name, user42.
func (c *Checker) placeholderName(name []byte) bool {
	var buf [maxName]byte
	if len(name) == 0 || len(name) > len(buf) {
		return false
	}
	n := 0
	for _, b := range name {
		if b >= 'A' && b <= 'Z' {
			b |= 0x20
		}
		buf[n] = b
		n++
	}
	low := buf[:n]
	if c.names[string(low)] {
		return true
	}
	if allSame(low) && len(low) > 1 { // xxxx, ...., ____
		return true
	}
	low = bytes.TrimRight(low, "0123456789")
	low = bytes.Trim(low, "-_.")
	if c.names[string(low)] {
		return true
	}
	for _, p := range []string{"my", "your", "the", "some", "test", "example", "fake", "dummy"} {
		if rest, ok := bytes.CutPrefix(low, []byte(p)); ok {
			rest = bytes.TrimLeft(rest, "-_.")
			if len(rest) == 0 || c.names[string(rest)] {
				return true
			}
		}
	}
	for _, s := range []string{"name", "user"} {
		if rest, ok := bytes.CutSuffix(low, []byte(s)); ok {
			rest = bytes.TrimRight(rest, "-_.")
			if len(rest) > 0 && c.names[string(rest)] {
				return true
			}
		}
	}
	return false
}

func allSame(s []byte) bool {
	for _, b := range s {
		if b != s[0] {
			return false
		}
	}
	return true
}
