#!/usr/bin/env bash
# Judges what the commit changes: annotations in the log, a summary of the job, the counts as outputs. Exits as proofloop does.
set -euo pipefail

# The commit that a pull request merges into, or that was there before a push; nothing where there is none.
find_base() {
  if [ -n "${GITHUB_BASE_REF:-}" ]; then
    # A checkout of one commit hides the parents of a merge, not what the commit says of them.
    local parents
    parents=$(git cat-file commit HEAD | sed -n '/^$/q; s/^parent //p')
    if [ "$(wc -l <<<"$parents")" -eq 2 ]; then head -n 1 <<<"$parents"; else echo "origin/$GITHUB_BASE_REF"; fi
  elif [ -f "${GITHUB_EVENT_PATH:-}" ]; then
    node --eval '
      const { before } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"))
      if (typeof before === "string" && /^[0-9a-f]*[1-9a-f][0-9a-f]*$/.test(before)) console.log(before)
    ' "$GITHUB_EVENT_PATH"
  fi
}

# Gets a commit that a shallow clone lacks; what cannot be had is told by proofloop.
fetch_base() {
  git rev-parse --verify --quiet --end-of-options "$1^{commit}" >/dev/null && return
  local wanted=$1
  [ "$1" != "origin/${GITHUB_BASE_REF:-}" ] || wanted="+refs/heads/$GITHUB_BASE_REF:refs/remotes/origin/$GITHUB_BASE_REF"
  git fetch --quiet --no-tags --deepen=1 origin "$wanted" || true
}

base=${BASE:-$(find_base)}
options=(--head=HEAD --format=github)
if [ -n "$base" ]; then
  fetch_base "$base"
  options+=("--base=$base")
fi
[ -z "$ONLY" ] || options+=("--only=$ONLY")
[ -z "$LEFT_OUT" ] || options+=("--off=$LEFT_OUT")
[ -z "$SEVERITY" ] || options+=("--severity=$SEVERITY")
[ -z "$MAX_WARNINGS" ] || options+=("--max-warnings=$MAX_WARNINGS")
[ -z "$SUPPRESSIONS" ] || options+=("--suppressions=$SUPPRESSIONS")
[ -z "$BASELINE" ] || options+=("--baseline=$BASELINE")
[ -z "$SARIF" ] || options+=("--report=sarif=$SARIF")
paths=()
while IFS= read -r line; do [ -z "$line" ] || paths+=("$line"); done <<<"$CHECKED_PATHS"

report=$(mktemp)
trap 'rm -f "$report"' EXIT
options+=("--report=markdown=$GITHUB_STEP_SUMMARY" "--report=json=$report")

code=0
node "$COMMAND" check "${options[@]}" -- ${paths[@]+"${paths[@]}"} || code=$?
if [ -s "$report" ]; then
  node --eval '
    const { findings, suppressed, unable } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"))
    const count = (level) => findings.filter(({ severity }) => severity === level).length
    const counts = { errors: count("error"), warnings: count("warning"), accepted: suppressed.length, unable: unable.length }
    for (const [name, value] of Object.entries(counts)) console.log(`${name}=${value}`)
  ' "$report" >>"$GITHUB_OUTPUT"
fi
exit "$code"
