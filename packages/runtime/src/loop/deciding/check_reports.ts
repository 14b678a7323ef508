import { posix } from "node:path"

/** What the reports of a run's checks name. */
export interface CheckReports {
  note(text: string, tests_run: number | undefined): void
  /** Paths; null where no report counted a test. */
  reported(): ReadonlySet<string> | null
}

const PATH = /[\w.@+\\/-]{3,300}/g
const MOST_PATHS = 5000
/** A row of a table of coverage, "src/a.py  10  2  80%", names what is tested. */
const COUNTS = /\s\d{1,9}\s/
const SHARE = /\d%/

/** `root`: what paths in a report may begin with. */
export function createCheckReports(root: string): CheckReports {
  const paths = new Set<string>()
  let has_tests = false
  return {
    note(text, tests_run) {
      has_tests ||= (tests_run ?? 0) > 0
      const lines = text.replaceAll(`${root}/`, "").split("\n")
      const told = lines.filter((line) => !(SHARE.test(line) && COUNTS.test(line)))
      for (const [word] of told.join("\n").matchAll(PATH)) {
        const path = posix.normalize(word.replaceAll("\\", "/"))
        if (path.includes(".") && paths.size < MOST_PATHS) paths.add(path)
      }
    },
    reported: () => (has_tests ? paths : null),
  }
}
