//go:build !unix

package sqlite

import "time"

func processTime() time.Duration { return 0 }
