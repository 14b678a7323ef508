import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { gitState } from "../git_state.mjs"
import { percentage } from "./score.mjs"

/**
 * The last run's result for each complete part, as noted below `.cache`: commit, whether the work tree differed,
 * date, counts, and scores in percent. Empty without any.
 */
export function lastReport(root) {
  const file = reportFile(root)
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
}

/** Notes a run; `parts` are those of which it took every file. */
export function noteReport(root, parts, { thresholds, files }) {
  const moment = gitState(root)
  const noted = parts.map((part) => {
    const own = files.filter((file) => file.part === part)
    const sum = (count) => own.reduce((total, file) => total + count(file), 0)
    return [
      part,
      {
        ...moment,
        score: percentage(own),
        threshold: thresholds[part],
        found: sum((file) => file.found),
        missed: sum((file) => file.missed.length),
        equivalent: sum((file) => file.equivalent),
      },
    ]
  })
  mkdirSync(dirname(reportFile(root)), { recursive: true })
  const text = JSON.stringify({ ...lastReport(root), ...Object.fromEntries(noted) }, null, 2)
  writeFileSync(reportFile(root), `${text}\n`)
}

function reportFile(root) {
  return join(root, ".cache", "mutation", "report.json")
}
