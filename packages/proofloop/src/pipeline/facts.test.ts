import { expect, test } from "vitest"
import { rowText } from "../rows/shown.ts"
import { createStyle } from "../terminal/style.ts"
import { type Around, factsOf } from "./facts.ts"
import { AROUND, NOW, row, waitFor } from "./rows.fixture.ts"
import { shownRun } from "./shown_run.ts"
import { standText } from "./words.ts"

const SHA = row().work.head ?? ""
const CI = { head: SHA, why: "", jobs: [], looked_at: "" }
const LACKING = { head: SHA, mark: {}, status: "nothing_to_fix", commit: null, tries: 0, why: "" } as never
const RESUME = "npx proofloop pipeline resume run-1"

test.each([
  [
    "an approval",
    row({ state: "awaiting-approval" }),
    waitFor("approval"),
    "waits for a person, for 5m 0s: approval",
    "",
    "npx proofloop pipeline approve run-1",
    "npx proofloop pipeline reject run-1 --reason TEXT",
  ],
  ["CI", row(), waitFor("ci"), "waits for CI, for 5m 0s: its checks are running", "", RESUME],
  [
    "a merge",
    row(),
    waitFor("merge"),
    "waits for a person, for 5m 0s: merge",
    "merge or close the pull request, then",
    RESUME,
  ],
  [
    "a place",
    row({ state: "queued" }),
    waitFor("cap"),
    "waits for a place, for 5m 0s: as many pull requests of the repository are open as may be",
    "",
    RESUME,
  ],
  [
    "what was handed over",
    row({}, { handed_over: { why: "it conflicts", head: SHA } }),
    waitFor("merge"),
    "waits for a person, for 5m 0s: handed over: it conflicts",
    "mend it on its branch, then",
    RESUME,
  ],
  [
    "checks that could not run",
    row(
      {},
      {
        ci: { ...CI, state: "needs_person" },
        handed_over: { why: "CI: cancelled: test (no pnpm)", head: SHA },
      },
    ),
    waitFor("merge"),
    "waits for a person, for 5m 0s: handed over: CI: cancelled: test (no pnpm)",
    "let its checks run, then",
    RESUME,
  ],
  [
    "checks that no change of the code mends",
    row(
      {},
      { ci: { ...CI, state: "red" }, ci_fixes: [LACKING], handed_over: { why: "CI is red", head: SHA } },
    ),
    waitFor("merge"),
    "waits for a person, for 5m 0s: handed over: CI is red",
    "give its CI what it lacks, then",
    RESUME,
  ],
  [
    "a pull request that is not shown",
    row({}, { gone: { why: "the forge shows no pull request 7" } }),
    waitFor("merge"),
    "waits for a person, for 5m 0s: gone: the forge shows no pull request 7",
    "give its token access to it, then",
    RESUME,
    "npx proofloop pipeline cancel run-1 --reason TEXT",
  ],
  [
    "an alarm",
    row({ state: "alarm" }, { revert: { url: "https://github.com/acme/shop/pull/8" } }),
    waitFor("recovery"),
    "waits for a person, for 5m 0s: alarm: https://github.com/acme/shop/pull/8",
    "merge what takes it back or mend the base branch, then",
    RESUME,
  ],
  [
    "a failure",
    row({ state: "failed", failed_in: "working", error: "no commit" }),
    null,
    "waits for a person, for 1m 0s: failed: no commit",
    "",
    RESUME,
    "npx proofloop pipeline cancel run-1 --reason TEXT",
  ],
  ["nobody", row({ state: "working" }), null, "waits for nobody, for 1m 0s: it can go on", "", RESUME],
])("tells whom a run waits for: %s", (_what, given, wait, stands, next, ...commands) => {
  const facts = factsOf(given, { ...AROUND, wait })
  expect([standText(facts, NOW), facts.waits?.next, facts.waits?.commands]).toEqual([stands, next, commands])
})

test("what could not be set up for the check is told beside it", () => {
  const problem = "npm ci ended with exit code 1: the lockfile does not match"
  const check = { outcome: "green", command: "npm test", failing: [], setup_problem: problem } as never
  const facts = factsOf(row({}, { head_check: check }), AROUND)
  const out = { write: () => undefined, is_terminal: false, columns: 200, isClosed: () => false }
  const text = rowText(shownRun(facts, NOW), createStyle(out, {}))
  expect(text).toMatch(
    /check +npm test is green\n.*set-up failed +npm ci ended with exit code 1: the lockfile/,
  )
})

test("a plan that was answered waits for nobody", () => {
  const approval = { answer: "approved" } as Around["approval"]
  const facts = factsOf(row({ state: "awaiting-approval" }), {
    ...AROUND,
    wait: waitFor("approval"),
    approval,
  })
  expect(facts.waits).toMatchObject({ who: "nobody", commands: [RESUME] })
})

test("a run that is worked on waits for nothing, and says who has it", () => {
  const holder = { pid: 12, host: "box", since: "2026-01-02T03:03:00.000Z" }
  const facts = factsOf(row(), { ...AROUND, holder, wait: waitFor("merge") })
  expect(facts.waits).toBe(null)
  expect(standText(facts, NOW)).toBe("at work: process 12 on box, for 2m 0s")
})

test("a run that is over says how it ended", () => {
  const ended = row({ state: "done" }, { ending: { how: "nothing_to_do", why: "all is well" } })
  expect(standText(factsOf(ended, AROUND), NOW)).toBe("nothing to do: all is well")
})
