#!/usr/bin/env bash
# Sets the output `command` to the path of proofloop's program: the project's own, or one installed beside it.
set -euo pipefail

program=node_modules/proofloop/bin.mjs
if [ -f "$program" ]; then
  folder=$PWD
else
  folder=$RUNNER_TEMP/proofloop
  mkdir -p "$folder"
  packages=()
  while IFS= read -r line; do [ -z "$line" ] || packages+=("$line"); done <<<"$PACKAGES"
  [ ${#packages[@]} -gt 0 ] || { echo "::error::proofloop is not in node_modules, and the input packages names nothing to install"; exit 2; }
  # What the project's own .npmrc asks for is for its packages.
  npm install --prefix "$folder" --no-audit --no-fund --ignore-scripts -- "${packages[@]}"
fi
[ -f "$folder/$program" ] || { echo "::error::none of the packages brings proofloop"; exit 2; }
echo "command=$folder/$program" >>"$GITHUB_OUTPUT"
