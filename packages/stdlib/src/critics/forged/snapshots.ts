import { strictText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/text"
import { languageOf } from "../../code/language.ts"
import type { Violation } from "../verdict.ts"
import { forgedCritic } from "./forged_critic.ts"
import { compareTests } from "./tests/compare_tests.ts"
import { testReader } from "./tests/test_file.ts"

/** A snapshot that a change rewrites together with the code behind it. @requirement critics.forged-snapshot */
export const rewrittenSnapshots = forgedCritic({
  id: "forged-snapshot",
  event_type: "critic_forged_snapshot.fail",
  title: "Rewritten snapshots",
  description:
    "Finds snapshots that a change writes anew or deletes together with the code that they were taken of",
  advice:
    "Read each difference of the snapshot and say why it is right; where it is not, put the snapshot back and change the code.",
  default_in: { gate: false, check: false },
  severity: "warning",
  reads: [testReader],
  async find(change) {
    const touches_code = change.files.some(
      ({ path, after }) => after !== null && languageOf(path) !== null && !isTestPath(path),
    )
    if (!touches_code) return []
    const found: Violation[] = []
    for (const { path, before, after } of change.files) {
      if (before === null || !SNAPSHOT.test(path) || onlyGrew(strictText(before), strictText(after))) continue
      const rule = after === null ? "deleted" : "rewritten"
      const message = `the snapshot is ${after === null ? "deleted" : "written anew"} by the change of the code that it was taken of`
      found.push({ path, rule, message, evidence: path })
    }
    const { pairs } = await compareTests(change)
    for (const { path, before, after } of pairs) {
      const known = new Set(before.assertions.map(({ text }) => text))
      const inline = after.assertions.find(({ text }) => INLINE.test(text) && !known.has(text))
      if (inline === undefined || !before.assertions.some(({ text }) => INLINE.test(text))) continue
      const message = `a snapshot in the test ${JSON.stringify(after.name.slice(0, 100))} is written anew by the change of the code that it was taken of`
      found.push({ path, line: inline.line, rule: "rewritten", message, evidence: after.name })
    }
    return found
  },
})

/** Whether all lines of a text are still there, in their order. */
function onlyGrew(before: string | null, after: string | null): boolean {
  if (before === null || after === null) return false
  const lines = after.split("\n")
  let at = 0
  return before.split("\n").every((line) => {
    const found = lines.indexOf(line, at)
    at = found + 1
    return found !== -1
  })
}

const SNAPSHOT =
  /(?:^|\/)__(?:image_)?snapshots__\/|\.[cm]?[jt]sx?-snapshots\/|\.(?:snap|ambr|snapshot)(?:\.new)?$|\.approved\.\w{1,20}$|\.golden$|(?:^|\/)golden\//

const INLINE = /InlineSnapshot\(["'`]|==\s?snapshot\([^)]|snapshot!\(.{0,300},@r?#{0,3}"/
