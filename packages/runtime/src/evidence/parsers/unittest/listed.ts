import type { RunCount } from "./runs.ts"
import { toTestId } from "./test_id.ts"

/** The tests that a verbose run lists. */
export interface ListedTests {
  /** One entry a line, those left out too. */
  readonly all: readonly string[]
  readonly skipped: ReadonlySet<string>
  readonly unexpected: readonly string[]
}

/** Before Python 3.11 a test whose subtests fail leaves its line open, so that one line can name several tests. */
const STARTED = /(?:^|\.\.\. )([\w.]{1,256}) \(([\w.]{1,512})\)/g
const HOOK = /^(?:setUp|tearDown)(?:Class|Module)$/
const NOT_LOADED = /^unittest2?\.loader\./

/** Reads "test_x (mod.Class) ... ok". The outcome may follow on a later line, behind what the test is about or prints. */
export function readListed(lines: readonly string[]): ListedTests {
  const all: string[] = []
  const skipped = new Set<string>()
  const unexpected: string[] = []
  for (const line of lines) {
    if (line.length > 4000) continue
    for (const [, name = "", owner = ""] of line.matchAll(STARTED)) {
      if (!owner.includes(".") || HOOK.test(name)) continue
      all.push(NOT_LOADED.test(owner) ? "" : toTestId(name, owner))
    }
    const last = all.at(-1)
    if (last === undefined || last === "") continue
    if (line.includes("... skipped ")) skipped.add(last)
    if (line.endsWith("unexpected success")) unexpected.push(last)
  }
  return { all, skipped, unexpected }
}

/** The tests that ran, if as many are listed as the summary counts. */
export function completeRun(listed: ListedTests, runs: RunCount | null): readonly string[] | null {
  if (runs === null || listed.all.length !== runs.ran) return null
  const ran = listed.all.filter((test_id) => test_id !== "" && !listed.skipped.has(test_id))
  return [...new Set(ran)]
}
