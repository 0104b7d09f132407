#!/bin/sh
# Installs jezero-client for this user, from a jezero server:
#
#     curl -fsS SERVER/client/install.sh | sh
#     sh install.sh SERVER
#
# The program goes to $JEZERO_BIN or ~/.local/bin, the agents' plugins to
# ~/.jezero/plugins. Every file is checked against the server's SHA256SUMS before
# anything is put in place. That shows what was damaged on the way; whether the
# server is the right one, only TLS shows, or an address on this computer.
# Nothing is changed outside these two folders; to undo it, remove them.

set -eu

server=''

say() { printf '%s\n' "$*"; }
die() {
	printf 'install.sh: %s\n' "$*" >&2
	exit 2
}

# fetch URL FILE
fetch() {
	if command -v curl >/dev/null 2>&1; then
		curl -fsS --max-time 600 -o "$2" "$1"
	elif command -v wget >/dev/null 2>&1; then
		wget -q -T 60 -O "$2" "$1"
	else
		die "neither curl nor wget is here"
	fi
}

# digest FILE
digest() {
	if command -v sha256sum >/dev/null 2>&1; then
		sha256sum <"$1"
	elif command -v shasum >/dev/null 2>&1; then
		shasum -a 256 <"$1"
	elif command -v openssl >/dev/null 2>&1; then
		openssl dgst -sha256 -r <"$1"
	else
		die "nothing here computes a SHA-256: sha256sum, shasum or openssl is needed"
	fi | cut -d ' ' -f 1
}

# platform prints the system and the processor as programs are named after them.
platform() {
	os=$(uname -s | tr 'A-Z' 'a-z')
	case $os in
	msys* | mingw* | cygwin*) os=windows ;;
	esac
	cpu=$(uname -m)
	case $cpu in
	x86_64 | amd64) cpu=amd64 ;;
	aarch64 | arm64) cpu=arm64 ;;
	armv6* | armv7*) cpu=arm ;;
	i386 | i686) cpu=386 ;;
	esac
	say "$os-$cpu"
}

# get NAME: fetches a file of the bundle into $tmp and checks it.
get() {
	want=$(awk -v name="$1" '$2 == name { print $1 }' "$tmp/SHA256SUMS")
	mkdir -p "$tmp/$(dirname "$1")"
	fetch "$server/client/$1" "$tmp/$1" || die "fetching $1 from $server failed"
	[ "$(digest "$tmp/$1")" = "$want" ] || die "$1 is not what $server/client/SHA256SUMS says: nothing was installed; try again"
}

# put FILE TARGET MODE: in one step, also where the target is running.
put() {
	mkdir -p "$(dirname "$2")"
	cp "$1" "$2.new.$$"
	chmod "$3" "$2.new.$$"
	mv -f "$2.new.$$" "$2"
}

main() {
	[ $# -le 1 ] || die "usage: install.sh [SERVER]"
	[ $# -eq 0 ] || server=$1
	server=${server%/}
	case $server in
	http://?* | https://?*) ;;
	'') die "name the server: sh install.sh http://127.0.0.1:8765" ;;
	*) die "the server's address must look like http://127.0.0.1:8765" ;;
	esac
	[ -n "${HOME:-}" ] || die "HOME is not set"
	bin=${JEZERO_BIN:-$HOME/.local/bin}
	plugins=$HOME/.jezero/plugins

	tmp=$(mktemp -d) || die "no temporary folder"
	trap 'rm -rf "$tmp"' EXIT
	trap 'exit 2' HUP INT TERM

	fetch "$server/client/SHA256SUMS" "$tmp/SHA256SUMS" || die "$server cannot be reached, or hands out no client"
	this=$(platform)
	program=$(awk -v a="bin/jezero-client-$this" '$2 == a || $2 == a ".exe" { print $2 }' "$tmp/SHA256SUMS")
	if [ -z "$program" ]; then
		have=$(awk '$2 ~ /^bin\// { sub(/^bin\/jezero-client-/, "", $2); sub(/\.exe$/, "", $2); printf " %s", $2 }' "$tmp/SHA256SUMS")
		die "the server has no client for $this, but for:$have. Its owner makes it with: make client"
	fi
	files=$(awk '$2 ~ /^plugins\// { print $2 }' "$tmp/SHA256SUMS")
	case "$program $files" in
	*..*) die "$server/client/SHA256SUMS names files outside the bundle" ;;
	esac
	# All of it is here and whole before any of it is put in place.
	get "$program"
	for f in $files; do get "$f"; done
	chmod 755 "$tmp/$program"
	"$tmp/$program" version >/dev/null || die "$program does not run on this computer"

	target=$bin/jezero-client
	case $program in
	*.exe) target=$target.exe ;;
	esac
	# Agents may be started with another PATH: plugins name the program in full,
	# where that is a name that needs no quoting in JSON and sed.
	name=jezero-client
	case $target in
	*[!A-Za-z0-9_./:-]*) ;;
	*) name=$target ;;
	esac
	put "$tmp/$program" "$target" 755
	for f in $files; do
		sed "s|\"command\": \"jezero-client\"|\"command\": \"$name\"|" "$tmp/$f" >"$tmp/named"
		put "$tmp/named" "$plugins/${f#plugins/}" 644
	done

	say "Installed $target ($("$target" version))"
	say "and plugins in $plugins"
	case ":$PATH:" in
	*":$bin:"*) run=jezero-client ;;
	*) run=$target ;;
	esac
	say
	say "Next"
	say "  make a key       $run init $server"
	say "  Claude Code      claude plugin marketplace add $plugins/claude-code"
	say "                   claude plugin install jezero@jezero"
	say "  Codex            codex mcp add jezero -- $target mcp"
	say "  Gemini CLI       gemini extensions install $plugins/gemini"
	[ "$run" = jezero-client ] || say "$bin is not on PATH; add it to have jezero-client by its name."
}

# The last line: what arrived in part does nothing.
main "$@"
