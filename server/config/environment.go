package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/joho/godotenv"
)

// environment is what variables are read from: the process first, then .env.
type environment struct {
	process func(string) (string, bool)
	file    map[string]string
}

// lookup returns a variable and where it was found: "environment", ".env" or
// "" when it is not set. An empty value counts as not set, but an empty one in
// the process's environment still hides the one in .env.
func (e environment) lookup(name string) (value, from string) {
	if e.process != nil {
		if v, ok := e.process(name); ok {
			if v == "" {
				return "", ""
			}
			return v, "environment"
		}
	}
	if v := e.file[name]; v != "" {
		return v, ".env"
	}
	return "", ""
}

// use is a variable that the configuration names.
type use struct {
	Name  string
	Where string
	File  string
	At    Pos
}

// DotEnv is the path of the .env beside a configuration file.
func DotEnv(path string) string { return filepath.Join(filepath.Dir(path), ".env") }

// dotenv reads the .env beside the configuration (JZ-138).
func (l *loader) dotenv() {
	l.c.env.process = l.o.Lookup
	path := DotEnv(l.c.Path)
	text, err := l.read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		l.ps.add(path, Pos{}, "cannot be read", "make it a plain file of NAME=value lines that this user can read")
		return
	}
	l.modes(path)
	vars, err := parseDotEnv(text)
	if err != nil {
		// The parser's message quotes the file, and the file holds secrets.
		l.ps.add(path, Pos{Line: firstBadLine(text), Col: 1}, "not in NAME=value form", "put values with blanks or $ into single quotes")
		return
	}
	l.c.env.file = vars
}

// parseDotEnv is godotenv's parser, held to returning an error.
func parseDotEnv(text []byte) (vars map[string]string, err error) {
	defer func() {
		if recover() != nil {
			vars, err = nil, errors.New("not in NAME=value form")
		}
	}()
	return godotenv.UnmarshalBytes(text)
}

// firstBadLine is the line after the longest run of lines that can be read.
func firstBadLine(text []byte) int {
	lines := bytes.SplitAfter(text, []byte("\n"))
	if len(lines) > 2000 {
		return 1
	}
	for n := len(lines) - 1; n > 0; n-- {
		if _, err := parseDotEnv(bytes.Join(lines[:n], nil)); err == nil {
			return n + 1
		}
	}
	return 1
}

// Variable is an environment variable that the configuration names, and
// whether it is set; never its value.
type Variable struct {
	Name  string `json:"name"`
	Where string `json:"where"` // table and key that name it
	File  string `json:"file"`
	Line  int    `json:"line"`
	Set   bool   `json:"set"`
	From  string `json:"from,omitempty"` // "environment" or ".env"
}

// Report is what `jezero check-config` prints (JZ-139).
type Report struct {
	Path       string     `json:"path"`
	Clients    int        `json:"clients"`
	Connectors int        `json:"connectors"`
	Enabled    int        `json:"enabled_connectors"`
	ChainKeys  string     `json:"chain_keys"` // where they are, see Chain.Place
	Variables  []Variable `json:"variables"`
	Warnings   []string   `json:"warnings"`
}

// Check says what the configuration needs from its environment, and warns.
func (c *Config) Check() Report {
	r := Report{Path: c.Path, Clients: len(c.Clients), Connectors: len(c.Connectors), ChainKeys: c.Chain.Place(), Variables: []Variable{}, Warnings: []string{}}
	for _, k := range c.Connectors {
		if k.Enabled {
			r.Enabled++
		}
	}
	for _, u := range c.envUse {
		_, from := c.env.lookup(u.Name)
		r.Variables = append(r.Variables, Variable{Name: u.Name, Where: u.Where, File: u.File, Line: u.At.Line, Set: from != "", From: from})
		if from == "" {
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s:%d: %s names %s, which is not set", u.File, u.At.Line, u.Where, u.Name))
		}
	}
	for _, w := range c.Warnings {
		r.Warnings = append(r.Warnings, w.String())
	}
	return r
}
