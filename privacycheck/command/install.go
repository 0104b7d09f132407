package command

import (
	"context"
	"errors"
)

func (c *Command) install(ctx context.Context, o *options) (int, error) {
	return Broken, errors.New("install")
}
