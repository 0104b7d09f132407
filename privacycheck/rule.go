package privacycheck

import (
	"sort"
	"strings"
	"sync"
)

// Rule is one kind of thing that is found: what it is, why it matters and what
// to do about it, in the words that the person whose commit was stopped reads.
type Rule struct {
	ID    string
	Group string // switches and markers may name the group instead
	Title string
	Why   string
	Fix   string
	Off   bool // not looked for unless it is enabled
}

// The groups of rules.
const (
	GroupPath       = "path"
	GroupAddress    = "address"
	GroupCredential = "credential"
	GroupDenylist   = "denylist"
	GroupEmail      = "email"
	GroupSelf       = "self"
)

const (
	fixPath    = "Write ~/… or $HOME/…, or a placeholder such as /home/user/…. A computed path (os.UserHomeDir, $HOME) is better still."
	fixAddress = "Use a documentation address (192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24, 2001:db8::/32), a name, or read it from the configuration that is not committed."
	fixSelf    = "Use a placeholder. If the word is an everyday one here, disable this rule in .privacy.toml."
)

var (
	ruleHome = &Rule{ID: "home-path", Group: GroupPath, Title: "home folder that names an account",
		Why: "A home path publishes the account name of whoever wrote it, often a real name, and works on no other computer.", Fix: fixPath}
	ruleRoot = &Rule{ID: "root-home", Group: GroupPath, Title: "home folder of root", Off: true,
		Why: "A path below /root tells that the software was run as root, and works for nobody else.", Fix: fixPath}
	ruleLAN = &Rule{ID: "private-address", Group: GroupAddress, Title: "address in a private network",
		Why: "An address in 10/8, 172.16/12 or 192.168/16 draws the map of a network that is not public.", Fix: fixAddress}
	ruleCGNAT = &Rule{ID: "cgnat-address", Group: GroupAddress, Title: "carrier-grade NAT or tailnet address",
		Why: "100.64.0.0/10 is what carriers and tailnets give to their members: such an address names one device in somebody's private network.", Fix: fixAddress}
	ruleLinkLocal = &Rule{ID: "link-local-address", Group: GroupAddress, Title: "link-local address",
		Why: "169.254/16 and fe80::/10 are valid on one link only; an fe80 address often holds the hardware address of one network card.", Fix: fixAddress}
	ruleULA = &Rule{ID: "unique-local-address", Group: GroupAddress, Title: "unique local IPv6 address",
		Why: "An fc00::/7 prefix is drawn at random for one site, so it identifies that site wherever it is seen.", Fix: fixAddress}
	ruleTailnet = &Rule{ID: "tailnet-address", Group: GroupAddress, Title: "tailnet IPv6 address",
		Why: "fd7a:115c:a1e0::/48 holds the devices of a tailnet: such an address names one device.", Fix: fixAddress}
	ruleTailName = &Rule{ID: "tailnet-name", Group: GroupAddress, Title: "tailnet host name",
		Why: "A *.ts.net name holds the machine's and the tailnet's name.", Fix: "Write <host>.<tailnet>.ts.net or read the name from the configuration that is not committed."}
	ruleDeny = &Rule{ID: "denylist", Group: GroupDenylist, Title: "term of the private denylist",
		Why: "The owner of this repository listed this term as one that must not be published. It is not repeated here, because this output may be public too.",
		Fix: "Reword the line. The place is exact; the list itself is on the owner's computer, in .privacy-denylist or the file that [denylist] names."}
	ruleDenyTracked = &Rule{ID: "denylist-tracked", Group: GroupDenylist, Title: "the private denylist itself is tracked by git",
		Why: "A committed denylist publishes every term it is meant to protect.",
		Fix: "git rm --cached the file and put its name in .gitignore; give it to CI as the secret variable PRIVACY_DENYLIST."}
	rulePerson = &Rule{ID: "denylist-author", Group: GroupDenylist, Title: "term of the private denylist in who wrote a commit or tag",
		Why: "Names and addresses of authors, committers and taggers are published with every commit and tag.", Fix: "Set user.name and user.email for this repository and write the commits anew (git rebase --exec 'git commit --amend --no-edit --reset-author'). When the name may be public, disable this rule in .privacy.toml."}
	ruleRef = &Rule{ID: "denylist-ref", Group: GroupDenylist, Title: "term of the private denylist in the name of a branch or tag",
		Why: "The names of branches and tags are published when they are pushed.", Fix: "Rename it (git branch -m), and delete it on the remote when it was pushed."}
	ruleEmail = &Rule{ID: "email-address", Group: GroupEmail, Title: "e-mail address", Off: true,
		Why: "An address is personal data and is harvested from public repositories.", Fix: "Use an address at example.com, or list it under [email] allow in .privacy.toml."}
	ruleOwnHost = &Rule{ID: "own-host-name", Group: GroupSelf, Title: "name of this computer", Off: true,
		Why: "The name of the computer this runs on stands in what is about to be published.", Fix: fixSelf}
	ruleOwnUser = &Rule{ID: "own-user-name", Group: GroupSelf, Title: "your user name on this computer", Off: true,
		Why: "Your account name stands in what is about to be published.", Fix: fixSelf}
	ruleOwnHome = &Rule{ID: "own-home", Group: GroupSelf, Title: "your home folder", Off: true,
		Why: "The path of your home folder stands in what is about to be published.", Fix: fixPath}
)

// ownRules are the rules of this package, in the order they are listed to people.
var ownRules = []*Rule{
	ruleHome, ruleRoot, ruleLAN, ruleCGNAT, ruleLinkLocal, ruleULA, ruleTailnet, ruleTailName,
	ruleDeny, ruleDenyTracked, rulePerson, ruleRef, ruleEmail, ruleOwnHost, ruleOwnUser, ruleOwnHome,
}

// groupTitles says what each group holds; the keys are all groups.
var groupTitles = map[string]string{
	GroupPath:       "paths that name a person",
	GroupAddress:    "addresses of private networks",
	GroupCredential: "credentials, by the rules of redact",
	GroupDenylist:   "terms of the private denylist",
	GroupEmail:      "e-mail addresses",
	GroupSelf:       "names of this computer and its user",
}

// credentialFix is what to do about a credential, whatever its rule.
func credentialFix(rule string) string {
	return "Revoke or rotate it first: what was committed or pushed counts as read. Then read it from the environment or a secret store. A synthetic value in a test gets the marker `privacy: allow " + rule + "`."
}

// Catalog holds the rules that can be named in configurations and markers.
type Catalog struct {
	byID func() map[string]*Rule // made at the first question: a clean run asks none
}

// NewCatalog holds the rules of this package and those of the redactor.
func NewCatalog(credentials func() []Rule) *Catalog {
	return &Catalog{byID: sync.OnceValue(func() map[string]*Rule { return rulesByID(credentials()) })}
}

func rulesByID(credentials []Rule) map[string]*Rule {
	byID := make(map[string]*Rule, len(ownRules)+len(credentials))
	for _, r := range ownRules {
		byID[r.ID] = r
	}
	for i := range credentials {
		r := credentials[i]
		r.Group = GroupCredential
		if r.Fix == "" {
			r.Fix = credentialFix(r.ID)
		}
		if _, taken := byID[r.ID]; !taken {
			byID[r.ID] = &r
		}
	}
	return byID
}

// AddPatterns takes in the user's own patterns, whose ids the redactor forms
// from their kinds.
func (c *Catalog) AddPatterns(kinds ...string) {
	for _, k := range kinds {
		id := "pattern-" + k
		if _, taken := c.byID()[id]; !taken {
			c.byID()[id] = &Rule{ID: id, Group: GroupCredential, Title: "a pattern of your own configuration",
				Why: "The configuration of this repository lists this pattern as one of credentials.", Fix: credentialFix(id)}
		}
	}
}

// Rule looks a rule up by its id.
func (c *Catalog) Rule(id string) (*Rule, bool) {
	r, ok := c.byID()[id]
	return r, ok
}

// Known is true for the id of a rule and for a group.
func (c *Catalog) Known(name string) bool {
	_, rule := c.byID()[name]
	_, group := groupTitles[name]
	return rule || group
}

// Rules lists all rules by group and id.
func (c *Catalog) Rules() []*Rule {
	out := make([]*Rule, 0, len(c.byID()))
	for _, r := range c.byID() {
		out = append(out, r)
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Group != out[j].Group {
			return out[i].Group < out[j].Group
		}
		return out[i].ID < out[j].ID
	})
	return out
}

// Explain is the rule behind a finding, also one that the catalog does not list.
func (c *Catalog) Explain(id, group string) *Rule {
	if group == GroupCredential {
		return c.credential(id)
	}
	if r, ok := c.byID()[id]; ok {
		return r
	}
	return &Rule{ID: id, Group: group}
}

// credential is the rule of a redactor's finding, known to the catalog or not.
func (c *Catalog) credential(id string) *Rule {
	if r, ok := c.byID()[id]; ok && r.Group == GroupCredential {
		return r
	}
	return &Rule{ID: id, Group: GroupCredential, Title: "credential (" + strings.ReplaceAll(id, "-", " ") + ")",
		Why: "Whoever reads this value can use it as its owner could.", Fix: credentialFix(id)}
}

// GroupTitle says what a group holds; "" for a group that does not exist.
func GroupTitle(group string) string { return groupTitles[group] }
