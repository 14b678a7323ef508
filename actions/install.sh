#!/usr/bin/env bash
# Tells as the output `command` where proofloop's program is: the project's own, or one installed beside it.
set -euo pipefail

program=node_modules/proofloop/bin.mjs
if [ -f "$program" ]; then
  folder=$PWD
else
  folder=$RUNNER_TEMP/proofloop
  mkdir -p "$folder"
  packages=()
  while IFS= read -r line; do [ -z "$line" ] || packages+=("$line"); done <<<"$PACKAGES"
  [ ${#packages[@]} -gt 0 ] || { echo "::error::packages: expected what npm installs, got nothing"; exit 2; }
  # What the project's own .npmrc asks for is for its packages.
  npm install --prefix "$folder" --no-audit --no-fund --ignore-scripts -- "${packages[@]}"
fi
[ -f "$folder/$program" ] || { echo "::error::packages: expected one that brings proofloop"; exit 2; }
echo "command=$folder/$program" >>"$GITHUB_OUTPUT"
