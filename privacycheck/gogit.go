package privacycheck

import "errors"

func openGoGit(r *Repo, get func(string) string) (store, error) {
	return nil, errors.New("no reader")
}
