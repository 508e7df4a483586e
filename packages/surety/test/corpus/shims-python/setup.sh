# A version manager with one program, and a profile, as many homes have them. The home is the sandbox's own.
mkdir -p "$HOME/.pyenv/shims" "$HOME/.pyenv/versions/1/bin"
cat > "$HOME/.pyenv/shims/corpus-tool" <<'SHIM'
#!/usr/bin/env bash
set -e
mkdir -p "$HOME/.pyenv/cache"
date > "$HOME/.pyenv/cache/last"
exec "$HOME/.pyenv/versions/1/bin/${0##*/}" "$@"
SHIM
cat > "$HOME/.pyenv/versions/1/bin/corpus-tool" <<'TOOL'
#!/bin/sh
[ -z "$1" ] || echo x > "$1"
TOOL
chmod +x "$HOME/.pyenv/shims/corpus-tool" "$HOME/.pyenv/versions/1/bin/corpus-tool"
echo 'mkdir -p "$HOME/.corpus-profile"; date > "$HOME/.corpus-profile/last"' > "$HOME/.bash_profile"
