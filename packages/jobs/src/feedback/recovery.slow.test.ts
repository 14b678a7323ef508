import { scriptedModel } from "@proofloop/runtime/testing"
import { describe, expect, test } from "vitest"
import type { Forge } from "../forge/forge.ts"
import { ForgeError } from "../forge/forge_error.ts"
import type { FeedbackState, FixWork } from "./feedback.ts"
import { type Loop, loopWith } from "./loop.fixture.ts"
import { WAYS, place } from "./recovery.fixture.ts"
import { IDENTITY, rowsByState } from "./rows.fixture.ts"
import { createSelfCorrection } from "./run/self_correction.ts"

/** Nothing works: no model, no forge. */
function dead({ options, forge }: Loop, retryable: boolean) {
  const refuse = () => Promise.reject(new ForgeError("the forge is gone", { retryable }))
  const broken: Forge = {
    ...forge,
    git: { fetchBranch: refuse, fetchCommit: refuse, push: refuse, advance: refuse, keep: refuse },
    pulls: { find: refuse, get: refuse, open: refuse, rewrite: refuse },
    comments: { post: refuse, list: refuse },
  }
  const model = scriptedModel(() => ({ throws: { kind: "invalid_response", message: "the model is gone" } }))
  return createSelfCorrection({ ...options, forge: broken, model, models: {}, max_attempts: 1 })
}

const cases = Object.keys(WAYS).flatMap((name) =>
  rowsByState[name as FeedbackState].map((row, index) => ({ state: row.state, work: row.work, index })),
)

// @requirement self-correction.steps
describe("a row in whatever state and step", () => {
  test("where nothing works is noted, can be taken up again, and leads to an end", async () => {
    const loop = await loopWith()
    const nothing = dead(loop, false)
    const seen: string[] = []
    for (const { state, work, index } of cases) {
      const id = `${state}-${index}`
      await place(loop, id, state, work)
      const [done] = await nothing.process({ id })
      const after = await loop.store.get(id)
      seen.push(`${id}: ${after.state}`)
      expect(done).toMatchObject({ id, from: state, to: after.state })
      // The row is where it was, failed there, or ended; and nobody holds it.
      expect([state, "failed", "closed", "awaiting-approval"]).toContain(after.state)
      const open = after.state === "failed" ? await nothing.retry(id) : after
      const released = await loop.store.claim([open.state], { id })
      expect(released?.id).toBe(id)
      await loop.store.release(id)
    }
    expect(seen).toMatchInlineSnapshot(`
      [
        "pending-0: failed",
        "triaged-0: failed",
        "triaged-1: failed",
        "awaiting-approval-0: awaiting-approval",
        "awaiting-approval-1: awaiting-approval",
        "in-fix-0: failed",
        "in-fix-1: failed",
        "in-fix-2: failed",
        "in-fix-3: failed",
        "in-fix-4: failed",
        "in-fix-5: failed",
        "fix-pr-open-0: failed",
        "fix-pr-open-1: failed",
        "fix-pr-open-2: failed",
        "regression-alarm-0: regression-alarm",
        "regression-alarm-1: regression-alarm",
        "regression-alarm-2: regression-alarm",
        "verified-0: closed",
        "verified-1: closed",
        "verified-2: closed",
        "verified-3: closed",
        "rejected-0: closed",
        "rejected-1: closed",
        "rejected-2: closed",
        "rejected-3: closed",
      ]
    `)
  })
})

test("what only waits for a forge that is away is left as it is", async () => {
  const loop = await loopWith()
  const work: FixWork = {
    pull_request: {
      number: 1,
      url: "u",
      identity: { ...IDENTITY, repository: await loop.forge.repository() },
    },
    told: ["opened-1"],
  }
  await place(loop, "fb-1", "fix-pr-open", work)
  const before = await loop.store.get("fb-1")
  const nothing = dead(loop, true)
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await nothing.process()).toMatchObject([
      { from: "fix-pr-open", to: "fix-pr-open", suspended: { reason: "the forge is gone" }, error: null },
    ])
  }
  expect(await loop.store.get("fb-1")).toEqual(before)
})
