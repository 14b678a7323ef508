import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { gitState } from "./git_state.mjs"

/**
 * The last whole run of each command that runs tests, by the command: commit, whether the work tree differed from it,
 * date, load of the machine as it began, seconds, counts, and the same of each step. An empty record without any.
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
