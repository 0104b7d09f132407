package command

type statsCommand struct{}
type healthCommand struct{}
type verifyCommand struct{}
type redactStoredCommand struct{}
