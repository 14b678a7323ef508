import type { ChangeReader } from "@proofloop/foundation/git"
import { oneLine } from "@proofloop/foundation/text"
import type { Verdict, VerifyFunction } from "@proofloop/runtime"
import { findForgedTests } from "@proofloop/stdlib/internal/critics"
import { type CheckRun, compareChecks, runCheck } from "../check/run_check.ts"
import type { RunContext } from "../context/context.ts"
import type { Place } from "../tree/place.ts"
import type { Errand } from "./errand.ts"

export interface Checked {
  readonly check: CheckRun | null
  /** What weakens a pass, in words; "" for nothing. */
  readonly caveat: string
  /** Test files that are gone, as the plan says. */
  readonly removed: readonly string[]
}

export interface ErrandCheck {
  /** Its command line; null: critics alone judge. */
  readonly command: string | null
  readonly verify: VerifyFunction
  readonly last: () => Checked
  readonly resume: (checked: Checked) => void
}

/** Compares the repository's check with its earlier result; no test may be weaker than before. */
export function errandCheck(
  { before: told, removals = [] }: Pick<Errand, "before" | "removals">,
  place: Place,
  { settings, readChange }: Pick<RunContext, "settings"> & { readonly readChange: ChangeReader },
): ErrandCheck {
  // A check that could not judge the commit before says nothing about this one.
  const before = told?.outcome === "unable" ? null : told
  let last: Checked = { check: null, caveat: "", removed: [] }
  return {
    command: before?.command ?? null,
    last: () => last,
    resume: (checked) => void (last = checked),
    async verify(_payload, { signal }) {
      const { weakened, removed } = await testsTouched(readChange, removals)
      last = { check: null, caveat: "", removed }
      if (weakened !== null)
        return { status: "fail", evidence: weakened, check_id: before?.command ?? "critics" }
      // Without a check the critics alone judge.
      if (before === null) return { status: "pass", check_id: "critics" }
      const timeout_ms = settings.check_timeout_ms
      const check = await runCheck(place, { command: before.command, timeout_ms, signal })
      const { verdict, why } = compareChecks(before, check)
      last = { check, caveat: why, removed }
      // A removed file takes its tests with it, and the proof says how many.
      const is_fine = verdict === "fine" || (verdict === "weaker" && removed.length > 0)
      if (is_fine) return passed(before, check, removed)
      if (verdict === "unable") return { status: "unable", reason: why, check_id: check.command }
      // The output of a weaker check shows no failure.
      if (verdict === "weaker") return { status: "fail", evidence: why, check_id: check.command }
      return { status: "fail", evidence: `${why}\n${check.output}`, ...seen(check) }
    },
  }
}

function passed(before: CheckRun, now: CheckRun, removed: readonly string[]): Verdict {
  // As red as before the change is no failure of the change; but the loop would refuse a pass with such an exit code.
  if (now.outcome === "red") return { status: "pass", check_id: now.command }
  const gone = before.failing.filter((name) => removed.some((path) => name.startsWith(path)))
  const accepted_removals = gone.flatMap((name) => [name, name.split(" > ").slice(1).join(" > ")])
  return { status: "pass", ...seen(now), accepted_removals }
}

function seen({ command, output, tests_run, exit_code }: CheckRun) {
  return {
    check_id: command,
    output,
    ...(tests_run === null ? {} : { tests_run }),
    ...(exit_code === null ? {} : { exit_code }),
  }
}

/** Removing a test to make the check pass is not work, unless the plan removes the whole file. */
async function testsTouched(
  readChange: ChangeReader,
  removals: readonly string[],
): Promise<{ readonly weakened: string | null; readonly removed: readonly string[] }> {
  const change = await readChange()
  const removed = change.files.flatMap(({ path, after }) =>
    after === null && removals.includes(path) ? [path] : [],
  )
  const forged = (await findForgedTests(change)).find(({ path }) => !removed.includes(path))
  if (forged !== undefined) return { weakened: `${oneLine(forged.path)}: ${forged.message}`, removed: [] }
  return { weakened: null, removed }
}
