import { posix } from "node:path"

/** What the reports of a run's checks name. */
export interface CheckReports {
  note(text: string, tests_run: number | undefined): void
  /** Paths; null where no report counted a test. */
  reported(): ReadonlySet<string> | null
}

const PATH = /[\w.@+\\/-]{3,300}/g
const MOST_PATHS = 5000

/** `root`: what paths in a report may begin with. */
export function createCheckReports(root: string): CheckReports {
  const paths = new Set<string>()
  let has_tests = false
  return {
    note(text, tests_run) {
      has_tests ||= (tests_run ?? 0) > 0
      for (const [word] of text.replaceAll(`${root}/`, "").matchAll(PATH)) {
        const path = posix.normalize(word.replaceAll("\\", "/"))
        if (path.includes(".") && paths.size < MOST_PATHS) paths.add(path)
      }
    },
    reported: () => (has_tests ? paths : null),
  }
}
