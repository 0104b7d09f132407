package command

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"jezero/privacycheck/output"
)

type runMode int

const (
	modeStaged runMode = iota
	modeTracked
	modeHistory
	modeDiff
	modePush
	modePaths
	modeStdin
	modeMessage
	modeBaselineUpdate
	modeInstall
	modeUninstall
	modeExplain
	modeRules
	modeHelp
	modeVersion
)

// options are the parsed command line.
type options struct {
	mode       runMode
	set        bool // mode was named
	whole      bool
	rng        string
	remote     string
	message    string
	paths      []string
	name       string
	format     string
	color      string
	quiet      bool
	config     string
	baseline   string
	noBaseline bool
	denylist   string
	self       bool
	dir        string
	maxBytes   int64
	rule       string
	hooks      []string
	force      bool
}

func (o *options) needsRepo() bool {
	switch o.mode {
	case modePaths, modeStdin, modeMessage:
		return false
	}
	return true
}

var errUsage = errors.New("usage")

func usageError(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errUsage, fmt.Sprintf(format, args...))
}

// arguments are those that are still to be read.
type arguments struct {
	rest []string
}

// value is what stands behind = or in the next argument.
func (a *arguments) value(flag, inline string, has bool) (string, error) {
	if has {
		return inline, nil
	}
	if len(a.rest) == 0 || a.rest[0] == "" {
		return "", usageError("%s needs a value", flag)
	}
	v := a.rest[0]
	a.rest = a.rest[1:]
	return v, nil
}

func parseFlags(args []string) (*options, error) {
	o := &options{format: "text", color: "auto", name: "stdin"}
	if len(args) > 0 {
		if done, err := o.subcommand(args); done {
			return o, err
		}
	}
	a := &arguments{rest: args}
	if o.mode == modeBaselineUpdate {
		a.rest = args[2:]
	}
	for len(a.rest) > 0 {
		arg := a.rest[0]
		a.rest = a.rest[1:]
		if arg == "--" {
			o.paths = append(o.paths, a.rest...)
			break
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			o.paths = append(o.paths, arg)
			continue
		}
		if err := o.flag(a, arg); err != nil {
			return nil, err
		}
	}
	return o, o.validate()
}

// subcommand reads install, uninstall, explain and baseline update, which come
// first. A file of that name is written ./install.
func (o *options) subcommand(args []string) (done bool, err error) {
	switch args[0] {
	case "install", "uninstall":
		o.mode = modeInstall
		if args[0] == "uninstall" {
			o.mode = modeUninstall
		}
		a := &arguments{rest: args[1:]}
		for len(a.rest) > 0 {
			arg := a.rest[0]
			a.rest = a.rest[1:]
			name, inline, has := strings.Cut(arg, "=")
			switch name {
			case "--force":
				o.force = true
			case "--hooks":
				v, err := a.value(name, inline, has)
				if err != nil {
					return true, err
				}
				o.hooks = strings.Split(v, ",")
			case "-C":
				if o.dir, err = a.value(name, inline, has); err != nil {
					return true, err
				}
			case "-h", "--help":
				o.mode = modeHelp
			default:
				return true, usageError("%s: unknown argument", args[0])
			}
		}
		return true, nil
	case "explain":
		o.mode = modeExplain
		if len(args) != 2 {
			return true, usageError("explain needs one rule; privacy_check --rules lists them")
		}
		o.rule = args[1]
		return true, nil
	case "help":
		o.mode = modeHelp
		return true, nil
	case "version":
		o.mode = modeVersion
		return true, nil
	case "baseline":
		if len(args) < 2 || args[1] != "update" {
			return true, usageError("baseline knows one command: baseline update")
		}
		o.mode, o.set = modeBaselineUpdate, true
	}
	return false, nil
}

func (o *options) choose(m runMode, flag string) error {
	if o.set && o.mode != m {
		return usageError("%s cannot be joined with another mode", flag)
	}
	o.mode, o.set = m, true
	return nil
}

func (o *options) flag(a *arguments, arg string) (err error) {
	name, inline, has := strings.Cut(arg, "=")
	str := func(dst *string) error {
		*dst, err = a.value(name, inline, has)
		return err
	}
	if has {
		switch name {
		case "--staged", "--all", "--whole", "--self", "--no-self", "--quiet", "--no-baseline", "--rules", "--help", "--version":
			return usageError("%s takes no value", name)
		}
	}
	switch name {
	case "--staged":
		return o.choose(modeStaged, name)
	case "--whole":
		o.whole = true
	case "--all":
		return o.choose(modeTracked, name)
	case "--history":
		if has {
			o.rng = inline
		} else if len(a.rest) > 0 && !strings.HasPrefix(a.rest[0], "-") {
			o.rng, a.rest = a.rest[0], a.rest[1:]
		}
		return o.choose(modeHistory, name)
	case "--diff":
		if err := str(&o.rng); err != nil {
			return err
		}
		return o.choose(modeDiff, name)
	case "--push":
		if has {
			o.remote = inline
		} else if len(a.rest) > 0 && !strings.HasPrefix(a.rest[0], "-") {
			o.remote, a.rest = a.rest[0], a.rest[1:]
		}
		return o.choose(modePush, name)
	case "--message":
		if err := str(&o.message); err != nil {
			return err
		}
		return o.choose(modeMessage, name)
	case "--stdin":
		return o.choose(modeStdin, name)
	case "--name":
		return str(&o.name)
	case "--format":
		return str(&o.format)
	case "--color":
		return str(&o.color)
	case "--quiet", "-q":
		o.quiet = true
	case "--config":
		return str(&o.config)
	case "--baseline":
		return str(&o.baseline)
	case "--no-baseline":
		o.noBaseline = true
	case "--denylist":
		return str(&o.denylist)
	case "--self":
		o.self = true
	case "--no-self":
		o.self = false
	case "--max-bytes":
		var v string
		if err := str(&v); err != nil {
			return err
		}
		if o.maxBytes, err = strconv.ParseInt(v, 10, 64); err != nil || o.maxBytes < 1 {
			return usageError("--max-bytes needs a number of bytes")
		}
	case "-C":
		return str(&o.dir)
	case "--explain":
		o.mode, o.set = modeExplain, true
		return str(&o.rule)
	case "--rules":
		o.mode, o.set = modeRules, true
	case "--help", "-h":
		o.mode, o.set = modeHelp, true
	case "--version":
		o.mode, o.set = modeVersion, true
	default:
		// An unknown flag is not repeated: a misplaced value may be a secret.
		if len(name) > 24 || strings.ContainsAny(name, " \t\n") {
			return usageError("unknown flag")
		}
		return usageError("unknown flag %s", name)
	}
	return nil
}

// validate refuses what makes no sense together.
func (o *options) validate() error {
	switch o.mode {
	case modeHelp, modeVersion, modeRules, modeExplain:
		return nil
	}
	if len(o.paths) > 0 {
		if o.set && o.mode != modePaths {
			return usageError("paths cannot be joined with another mode")
		}
		o.mode = modePaths
		for _, p := range o.paths {
			if p == "-" {
				if len(o.paths) > 1 {
					return usageError("- stands alone")
				}
				o.mode = modeStdin
			}
			if p == "" {
				return usageError("an empty path")
			}
		}
	}
	if o.whole && o.mode != modeStaged {
		return usageError("--whole goes with --staged only")
	}
	if o.baseline != "" && o.noBaseline {
		return usageError("--baseline and --no-baseline exclude each other")
	}
	if _, ok := output.Lookup(o.format); !ok {
		return usageError("--format must be one of %s", strings.Join(output.Names(), ", "))
	}
	switch o.color {
	case "auto", "always", "never":
	default:
		return usageError("--color must be auto, always or never")
	}
	return nil
}
