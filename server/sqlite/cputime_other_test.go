//go:build !linux

package sqlite

import "time"

func processTime() time.Duration { return 0 }
func threadTime() time.Duration  { return 0 }
func dropCache(string) bool      { return false }
