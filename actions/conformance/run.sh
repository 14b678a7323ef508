#!/usr/bin/env bash
# Plays the suite: annotations in the log, a summary of the job, a JUnit report, the counts as outputs. Exits as proofloop does.
set -euo pipefail

counts=$(mktemp)
trap 'rm -f "$counts"' EXIT
options=(--implementation "$IMPLEMENTATION" --suite "$SUITE" --processes "$PROCESSES" --format github)
options+=(--report "junit=$REPORT" --report "markdown=$GITHUB_STEP_SUMMARY" --report "json=$counts")
[ -z "$FILTER" ] || options+=(--filter "$FILTER")
while IFS= read -r line; do [ -z "$line" ] || options+=(--skip "$line"); done <<<"$SKIP"

code=0
node "$COMMAND" conformance "${options[@]}" || code=$?
if [ -s "$counts" ]; then
  node --eval '
    const counts = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"))
    for (const name of ["passed", "failed", "skipped"]) console.log(`${name}=${counts[name]}`)
  ' "$counts" >>"$GITHUB_OUTPUT"
fi
exit "$code"
