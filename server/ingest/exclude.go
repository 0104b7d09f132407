package ingest

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"jezero/connectors"
)

// exclusion decides what is not read.
type exclusion struct {
	paths    []string // globs with a slash
	names    []string // globs without
	projects []string
}

func newExclusion(globs []string) (*exclusion, error) {
	x := &exclusion{}
	for i, g := range globs {
		project, isProject := strings.CutPrefix(g, "project:")
		if isProject {
			g = project
		}
		if g == "" || !doublestar.ValidatePattern(g) {
			return nil, fmt.Errorf("exclude: pattern number %d is not a valid glob", i+1)
		}
		switch {
		case isProject:
			x.projects = append(x.projects, g)
		case strings.Contains(g, "/"):
			x.paths = append(x.paths, g)
		default:
			x.names = append(x.names, g)
		}
	}
	return x, nil
}

// source reports whether the source is excluded, from its name alone.
func (x *exclusion) source(s *connectors.Source) bool {
	path := filepath.ToSlash(s.Path)
	for _, g := range x.paths {
		if doublestar.MatchUnvalidated(g, s.Key) || doublestar.MatchUnvalidated(g, path) {
			return true
		}
	}
	for _, g := range x.names {
		for _, name := range strings.Split(s.Key, "/") {
			if doublestar.MatchUnvalidated(g, name) {
				return true
			}
		}
	}
	return false
}

// project reports whether the project is excluded.
func (x *exclusion) project(name string) bool {
	for _, g := range x.projects {
		if doublestar.MatchUnvalidated(g, name) {
			return true
		}
	}
	return false
}
