//go:build !linux

package command_test

func dropPrivileges() {}

func canDrop() bool { return true }
