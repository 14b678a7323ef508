import { strictText } from "@proofloop/foundation/git"
import { isCheckPath } from "@proofloop/foundation/paths"
import { isScript, languageOf } from "../../code/language.ts"
import type { Violation } from "../verdict.ts"
import { forgedCritic } from "./forged_critic.ts"
import { compareTests } from "./tests/compare_tests.ts"
import { readTestFile } from "./tests/read_test_file.ts"
import type { TestFile, Timeout } from "./tests/test_case.ts"
import { testReader, unreadTests } from "./tests/test_file.ts"

/** A time-out of tests that a change makes much longer. @requirement critics.forged-timeout */
export const inflatedTimeouts = forgedCritic({
  id: "forged-timeout",
  event_type: "critic_forged_timeout.fail",
  title: "Raised time limits",
  description: "Finds time-outs of existing tests that a change at least doubles, or takes away",
  advice: "Put the time-out back, and find out why the code needs longer than it did.",
  default_in: { gate: false, check: false },
  severity: "warning",
  unread: unreadTests,
  reads: [testReader],
  async find(change) {
    const { files } = await compareTests(change)
    const found = files.flatMap(({ path, before, after }) => longer(path, before, after))
    for (const { path, before, after } of change.files) {
      if (!isScript(languageOf(path)) || !isCheckPath(path) || files.some((file) => file.path === path))
        continue
      const [old, now] = [strictText(before), strictText(after)]
      if (old === null || now === null) continue
      found.push(...longer(path, await readTestFile(path, old), await readTestFile(path, now)))
    }
    return found
  },
})

/** A new time-out of an existing file counts from here on. */
const LONG_MS = 60_000

function longer(path: string, before: TestFile | null, after: TestFile | null): readonly Violation[] {
  if (before === null || after === null) return []
  const waiting = new Map<string, Timeout[]>()
  for (const one of before.timeouts) {
    const same = waiting.get(one.key)
    if (same === undefined) waiting.set(one.key, [one])
    else same.push(one)
  }
  const left = after.timeouts.filter((now) => {
    const same = waiting.get(now.key)
    const index = same?.findIndex(({ ms }) => ms === now.ms) ?? -1
    if (index !== -1) same?.splice(index, 1)
    return index === -1
  })
  return left.flatMap((now) => {
    const was = waiting.get(now.key)?.shift()
    if (was === undefined ? now.ms < LONG_MS : now.ms < 2 * was.ms) return []
    const before_it = was === undefined ? "" : ` instead of ${inSeconds(was.ms)}`
    const message = `${now.key} is ${inSeconds(now.ms)} now${before_it}`
    return [{ path, line: now.line, rule: "longer", message, evidence: now.text }]
  })
}

function inSeconds(ms: number): string {
  return Number.isFinite(ms) ? `${ms / 1000} s` : "without an end"
}
