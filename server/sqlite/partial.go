package sqlite

import "path/filepath"

// PartialBackup is where a backup is written until it is complete.
func PartialBackup(dest string) string {
	return filepath.Join(filepath.Dir(dest), "."+filepath.Base(dest)+".partial")
}
