import type { ChangeSet } from "@proofloop/foundation/git"
import type { Violation } from "../verdict.ts"
import { forgedCritic } from "./forged_critic.ts"
import { type Strictness, strictness } from "./strictness.ts"
import { compareTests } from "./tests/compare_tests.ts"
import { testReader, unreadTests } from "./tests/test_file.ts"

/** A test that ran before and now does not run, or does not count. @requirement critics.forged-skipped */
export const skippedTests = forgedCritic({
  id: "forged-skipped",
  event_type: "critic_forged_skipped.fail",
  title: "Skipped tests",
  description:
    "Finds tests that a change skips, expects to fail, or leaves out by marking another as the only one",
  advice: "Let the test run, and change the code until it passes.",
  default_in: { gate: true, check: true },
  severity: "warning",
  input: strictness,
  unread: unreadTests,
  reads: [testReader],
  find: (change, _facts, options) => findSkippedTests(change, options),
})

export async function findSkippedTests(
  change: ChangeSet,
  { strict }: Strictness,
): Promise<readonly Violation[]> {
  const { files, pairs } = await compareTests(change)
  const only = files.flatMap(({ path, before, after }) => {
    const known = new Set(before?.only.map(({ text }) => text))
    return (after?.only ?? [])
      .filter(({ text }) => !known.has(text))
      .map(({ line, text }) => ({
        path,
        line,
        rule: "only",
        message: `${JSON.stringify(text.slice(0, 100))} is the only one to run now; all other tests of the file are left out`,
        evidence: text,
      }))
  })
  const skipped = pairs.flatMap(({ path, before, after }) => {
    if (after.skip === null || after.name === "") return []
    if (before.skip !== null && (before.skip.always || !after.skip.always)) return []
    const { how, always } = after.skip
    if (!strict && !always && PLACE.test(how) && !ENVIRONMENT.test(how)) return []
    const message = `the test ${JSON.stringify(after.name.slice(0, 120))} ran before and is turned off now by ${how}`
    return [
      {
        path,
        line: after.line,
        rule: always ? "skipped" : "skipped_at_times",
        message,
        evidence: after.name,
      },
    ]
  })
  return [...only, ...skipped]
}

/** A condition on the environment, as an honest skip has it: the system, a version, a tool, a feature, a short run. */
const PLACE =
  /win32|windows|linux|darwin|mac_?os|unix|posix|platform|\bOS\b|\bos[.=]|arch|wasm|miri|version|PY\d|python|pypy|node|deno|bun|jdk|java|JRE|feature|importorskip|has_|HAS_|testing\.Short|Short\(|which\(|find_spec|root|docker|network|nightly\)|debug_assertions|target_|loom|skip|[sS]upport|[cC]apab/

/** What anybody sets as they like. */
const ENVIRONMENT = /environ|getenv|process\.env|std::env|System\.getenv/i
