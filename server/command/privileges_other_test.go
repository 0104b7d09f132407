//go:build !linux

package command_test

func dropPrivileges() {}
