import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** The test files that skipped a test in the last complete run of each command, by the command. Empty without any. */
export function lastSkippedFiles(root) {
  return existsSync(runsFile(root)) ? JSON.parse(readFileSync(runsFile(root), "utf8")) : {}
}

export function noteSkippedFiles(root, command, files) {
  mkdirSync(dirname(runsFile(root)), { recursive: true })
  const skipped = { ...lastSkippedFiles(root), [command]: files }
  writeFileSync(runsFile(root), `${JSON.stringify(skipped, null, 2)}\n`)
}

function runsFile(root) {
  return join(root, ".cache", "skipped_tests.json")
}
