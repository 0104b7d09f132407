// Package crash is the harness that shows that the built program loses nothing:
// it is killed at random moments of every command that writes, meets a full
// disk and a disk that takes no writes, and must then come to the state of a
// run that was not disturbed. There are tests only. How often it kills is told
// by a flag:
//
//	go test ./server/crash -run TestKill -kills 500 -timeout 60m
package crash
