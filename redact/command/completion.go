package command

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// completionCmd prints a script that completes commands and flags; file names
// are left to the shell.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints the script for the grammar that is running.
func (q *completionCmd) Run(c *Command, k *kong.Kong) error {
	words := map[string][]string{"": nil} // command → flags
	var commands []string
	for _, n := range k.Model.Children {
		if n.Hidden {
			continue
		}
		commands = append(commands, n.Name)
		words[n.Name] = flagsOf(n)
	}
	for _, n := range k.Model.Children {
		if n == k.Model.DefaultCmd {
			words[""] = flagsOf(n)
		}
	}
	name := k.Model.Name
	var b strings.Builder
	switch q.Shell {
	case "fish":
		for _, cmd := range commands {
			fmt.Fprintf(&b, "complete -c %s -n __fish_use_subcommand -a %s\n", name, cmd)
			for _, f := range words[cmd] {
				fmt.Fprintf(&b, "complete -c %s -n '__fish_seen_subcommand_from %s' -l %s\n", name, cmd, strings.TrimPrefix(f, "--"))
			}
		}
		for _, f := range words[""] {
			fmt.Fprintf(&b, "complete -c %s -n __fish_use_subcommand -l %s\n", name, strings.TrimPrefix(f, "--"))
		}
	default:
		if q.Shell == "zsh" {
			b.WriteString("autoload -U +X bashcompinit && bashcompinit\n")
		}
		fmt.Fprintf(&b, "_%s() {\n  local cur=${COMP_WORDS[COMP_CWORD]} words\n  case ${COMP_WORDS[1]} in\n", name)
		for _, cmd := range commands {
			fmt.Fprintf(&b, "    %s) words='%s' ;;\n", cmd, strings.Join(words[cmd], " "))
		}
		fmt.Fprintf(&b, "    *) words='%s' ;;\n  esac\n", strings.Join(words[""], " "))
		fmt.Fprintf(&b, "  [ \"$COMP_CWORD\" = 1 ] && words=\"$words %s\"\n", strings.Join(commands, " "))
		fmt.Fprintf(&b, "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\") $(compgen -f -- \"$cur\"))\n}\ncomplete -o filenames -F _%s %s\n", name, name)
	}
	_, err := c.Stdout.Write([]byte(b.String()))
	return err
}

func flagsOf(n *kong.Node) []string {
	var fs []string
	for _, group := range n.AllFlags(true) {
		for _, f := range group {
			fs = append(fs, "--"+f.Name)
		}
	}
	return fs
}
