//go:build deps

package deps

import (
	_ "github.com/alecthomas/kong"
	_ "github.com/bmatcuk/doublestar/v4"
	_ "github.com/dlclark/regexp2/v2"
	_ "github.com/go-git/go-git/v5"
	_ "github.com/gofrs/flock"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/google/renameio/v2"
	_ "github.com/joho/godotenv"
	_ "github.com/klauspost/compress/zstd"
	_ "github.com/modelcontextprotocol/go-sdk/mcp"
	_ "github.com/pelletier/go-toml/v2"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "github.com/schollz/progressbar/v3"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/sys/cpu"
	_ "golang.org/x/sys/unix"
	_ "golang.org/x/term"
	_ "golang.org/x/text/cases"
	_ "golang.org/x/time/rate"
	_ "modernc.org/sqlite"
)
