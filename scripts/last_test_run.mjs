import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { gitState } from "./git_state.mjs"

/**
 * The last complete run of each command that runs tests, by the command. It has the commit, whether the work tree
 * differed, the date, the machine's load at the start, seconds, counts, the test files that skipped a test, and seconds and
 * counts of each step. Empty without any.
 */
export function lastTestRuns(root) {
  return existsSync(runsFile(root)) ? JSON.parse(readFileSync(runsFile(root), "utf8")) : {}
}

/** Notes a whole run below `.cache`, for `npm run figures`. */
export function noteTestRun(root, command, run) {
  mkdirSync(dirname(runsFile(root)), { recursive: true })
  const runs = { ...lastTestRuns(root), [command]: { ...gitState(root), ...run } }
  writeFileSync(runsFile(root), `${JSON.stringify(runs, null, 2)}\n`)
}

function runsFile(root) {
  return join(root, ".cache", "test_runs.json")
}
