#!/bin/sh
# Builds the launcher for both architectures. Needs gcc and gcc-aarch64-linux-gnu.
set -eu
cd "$(dirname "$0")"
flags='-std=gnu11 -Os -Wall -Wextra -Werror -static -nostdlib -ffreestanding -fno-stack-protector -fno-asynchronous-unwind-tables -fno-pie -no-pie -s -Wl,--build-id=none -Wl,-z,noexecstack -Wl,-z,noseparate-code'
gcc $flags -o launcher-x64 launcher.c
aarch64-linux-gnu-gcc $flags -o launcher-arm64 launcher.c
