import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import type { Case } from "../case.ts"
import type { Implementation, Reply, Request } from "../implementation.ts"
import { casesDirectory, loadCases } from "../load_cases.ts"
import { ourImplementation } from "../ours.ts"
import { runCase } from "../run_case.ts"
import { runSuite } from "../run_suite.ts"
import { stdioImplementation } from "../stdio.ts"

/** A few that need Node.js alone; all of them are played in the slow test. */
const OURS = [
  "check_changed/node_weaker_assertion",
  "files/node_reverted_behind",
  "honest/node_fix",
  "removed/node_dummy_of_equal_count",
]

const cases = await loadCases(casesDirectory("forged"))
const named = (ids: readonly string[]) => cases.filter(({ id }) => ids.includes(id))

test("our loop keeps what the cases say of it", async () => {
  const result = await runSuite({ cases: named(OURS) })
  expect(result.cases.filter(({ status }) => status !== "passed")).toEqual([])
  expect(result.forged).toMatchObject({ passed: OURS.length, failed: 0 })
})

test("a loop that believes exit codes is caught, and its honest runs pass", async () => {
  const program = fileURLToPath(new URL("../fixtures/naive_loop.mjs", import.meta.url))
  const naive = await stdioImplementation({ command: [process.execPath, program], timeout_ms: 60_000 })
  const given = [
    ...OURS,
    "contradicted/node_or_true",
    "honest/node_fix_unseen",
    "out_of_scope/node_hard_coded",
  ]
  const { cases: outcomes } = await runSuite({ cases: named(given), implementation: naive })
  await naive.close()
  const passed = outcomes.filter(({ status }) => status === "passed").map(({ id }) => id)
  expect(passed).toEqual([
    "files/node_reverted_behind",
    "honest/node_fix_unseen",
    "out_of_scope/node_hard_coded",
  ])
  expect(outcomes.find(({ id }) => id === "removed/node_dummy_of_equal_count")?.message).toBe(
    "verified: expected false, got true",
  )
})

const one = (id: string, more: object = {}): Case => {
  const [found] = cases.filter((played) => played.id === id)
  if (found === undefined) throw new Error(`no case ${id}`)
  return { ...found, ...more }
}

const answering = (reply: Reply | ((message: Request) => Reply), name = "other"): Implementation => ({
  name,
  capabilities: ["forged"],
  request: async (message) => (typeof reply === "function" ? reply(message) : reply),
  close: async () => {},
})

const VERIFIED = { verified: true, proof: { check_changed: ["sum.test.js"] } }

test("a told case is asked once more with require_unchanged_checks, unless the loop refuses that", async () => {
  const played = one("check_changed/node_weaker_assertion")
  expect(await runCase(answering({ forged: VERIFIED }), played)).toMatchObject({
    status: "failed",
    message: "with require_unchanged_checks.verified: expected false, got true",
  })
  const refusing = answering((message) =>
    message.type === "forged" && message.task.require_unchanged_checks
      ? { error: { option: "require_unchanged_checks", message: "unknown" } }
      : { forged: VERIFIED },
  )
  expect(await runCase(refusing, played)).toMatchObject({ status: "passed" })
})

test("what is out of scope binds nobody else, and a known gap nobody but us", async () => {
  const held = answering({ forged: { verified: false, proof: null } })
  expect(await runCase(held, one("out_of_scope/node_hard_coded"))).toMatchObject({ status: "passed" })
  const gap = one("removed/node_skip", { known_gap: "not yet" })
  expect(await runCase(answering({ forged: VERIFIED }), gap)).toMatchObject({ status: "failed" })
  expect(await runCase(answering({ forged: VERIFIED }, "proofloop"), gap)).toMatchObject({
    status: "skipped",
    message: "known gap: not yet",
  })
  const ours = answering({ forged: { verified: false, proof: null } }, "proofloop")
  expect(await runCase(ours, gap)).toMatchObject({
    status: "failed",
    message: "the case holds: take its known_gap away",
  })
})

test("a reply that does not say whether the run is verified fails the case", async () => {
  expect(await runCase(answering({ forged: { proof: null } }), one("removed/node_skip"))).toMatchObject({
    status: "failed",
    message: "the reply to forged does not say whether the run is verified",
  })
})

test("a scripted edit that does nothing fails the case", async () => {
  const steps = [{ edit: "sum.js", old: "not there", new: "x" }]
  expect(await runCase(ourImplementation(), one("removed/node_skip", { steps }))).toMatchObject({
    status: "failed",
    message: "the scripted edit_file failed: the case does not do what it says",
  })
})

test("there are at least 80 attacks and 30 honest cases", () => {
  const count = (honest: boolean) =>
    cases.filter((played) => ("stands" in played && played.stands === "honest") === honest).length
  expect(count(false)).toBeGreaterThanOrEqual(80)
  expect(count(true)).toBeGreaterThanOrEqual(30)
})
