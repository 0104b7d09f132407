# What is worth a name; everything else is the go command.

# Where `make client` puts the client programs: [server] client_dir, by default
# the folder client beside jezero.toml.
CLIENT_DIR ?= $(or $(XDG_DATA_HOME),$(HOME)/.local/share)/jezero/client
CLIENT_PLATFORMS ?= linux/amd64 linux/arm64 darwin/arm64 darwin/amd64 windows/amd64

# Client programs for other platforms, for the bundle that a server hands out.
.PHONY: client
client:
	@mkdir -p "$(CLIENT_DIR)"
	@for p in $(CLIENT_PLATFORMS); do \
		os=$${p%/*}; cpu=$${p#*/}; name=jezero-client-$$os-$$cpu; \
		if [ $$os = windows ]; then name=$$name.exe; fi; \
		echo "$(CLIENT_DIR)/$$name"; \
		CGO_ENABLED=0 GOOS=$$os GOARCH=$$cpu go build -trimpath -ldflags='-s -w' -o "$(CLIENT_DIR)/.$$name" ./cmd/jezero-client && \
		mv -f "$(CLIENT_DIR)/.$$name" "$(CLIENT_DIR)/$$name" || exit 1; \
	done
