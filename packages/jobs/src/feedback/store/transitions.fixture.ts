import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest"
import type { TestPlace } from "../../store/stores.fixture.ts"
import { FEEDBACK_STATES, type FeedbackState, type FixWork, type WORK_KEYS } from "../feedback.ts"
import { transitions } from "../states.ts"
import { COMPLETE, rowIn, testStore, type TestStore, WAYS } from "./store.fixture.ts"

export function transitionTests(make: () => Promise<TestPlace>): void {
  let test: TestStore
  beforeAll(async () => {
    test = await testStore(await make())
  })
  afterAll(() => test.store.close())

  const FAILING: readonly FeedbackState[] = [
    "pending",
    "triaged",
    "awaiting-approval",
    "in-fix",
    "fix-pr-open",
  ]

  /** The table's rules, stated again here: a failed row goes back only to where it failed. */
  const froms: readonly (readonly [
    name: string,
    way: readonly FeedbackState[],
    allowed: readonly FeedbackState[],
  ])[] = [
    ...FEEDBACK_STATES.filter((state) => state !== "failed").map(
      (state) => [state, WAYS[state], transitions[state]] as const,
    ),
    ...FAILING.map(
      (state) => [`failed in ${state}`, [...WAYS[state], "failed"], [state, "rejected", "closed"]] as const,
    ),
  ]

  describe.each(froms)("from %s", (name, way, allowed) => {
    it("goes where the table leads, and the note says from where", async () => {
      for (const to of allowed) {
        const { store } = test
        const { id, state } = await rowIn(store, way.at(-1) ?? "pending", undefined, way)
        const after = await store.change(id, { ...COMPLETE, to, note: { why: "table" } })
        expect(after).toEqual(await store.get(id))
        expect(after.state).toBe(to)
        expect(after.failed_in).toBe(to === "failed" ? state : null)
        expect((await store.notes(id)).at(-1)).toMatchObject({
          transition: `${state} → ${to}`,
          note: { why: "table" },
          at: after.updated_at,
        })
      }
    })

    it("goes nowhere else, and nothing is written", async () => {
      const { store } = test
      const { id } = await rowIn(store, way.at(-1) ?? "pending", undefined, way)
      const before = [await store.get(id), await store.notes(id)]
      for (const to of FEEDBACK_STATES.filter((state) => !allowed.includes(state))) {
        const refusal = store.change(id, { ...COMPLETE, to, note: { forced: true } })
        await expect(refusal).rejects.toMatchObject({ code: "illegal_transition", row_id: id })
      }
      expect([await store.get(id), await store.notes(id)]).toEqual(before)
    })
  })

  it.each([
    ["failed needs error", "triaged", { to: "failed" }],
    ["fix-pr-open needs fix_pr_url", "in-fix", { to: "fix-pr-open" }],
    ["verified needs regression_test_path", "fix-pr-open", { to: "verified", work: { merged_commit: "b" } }],
    [
      "verified needs work.merged_commit",
      "fix-pr-open",
      { to: "verified", regression_test_path: "a.test.ts" },
    ],
    ["at most 3 times", "triaged", { refinement_round: 4 }],
  ] as const)("%s", async (message, state, change) => {
    const { store } = test
    const row = await rowIn(store, "pending")
    for (const to of WAYS[state]) {
      await store.change(row.id, {
        to,
        note: {},
        ...(to === "fix-pr-open" ? { fix_pr_url: "https://f.test/1" } : {}),
      })
    }
    const before = [await store.get(row.id), await store.notes(row.id)]
    const refusal = store.change(row.id, { ...change, note: {} })
    await expect(refusal).rejects.toMatchObject({
      code: "illegal_transition",
      message: expect.stringContaining(message) as string,
    })
    expect([await store.get(row.id), await store.notes(row.id)]).toEqual(before)
  })

  it("counts refinements up to 3, and never back", async () => {
    const { store } = test
    const { id } = await rowIn(store, "triaged")
    for (const refinement_round of [1, 2, 3]) await store.change(id, { refinement_round, note: {} })
    const refusal = store.change(id, { refinement_round: 2, note: {} })
    await expect(refusal).rejects.toThrow("refinement_round is 3 and never falls")
  })

  it("verifies after an alarm only with a commit other than the one that was red", async () => {
    const { store } = test
    const { id } = await rowIn(store, "fix-pr-open")
    await store.change(id, {
      to: "regression-alarm",
      work: { merged_commit: "red", alarm_commit: "red" },
      regression_test_path: "a.test.ts",
      note: {},
    })
    await expect(store.change(id, { to: "verified", note: {} })).rejects.toThrow(
      "the merged commit is the one on which the regression test failed",
    )
    const after = await store.change(id, { to: "verified", work: { merged_commit: "green" }, note: {} })
    expect(after.state).toBe("verified")
  })

  it("an error a row has from an earlier try is the error it fails with", async () => {
    const { store } = test
    const { id } = await rowIn(store, "triaged")
    await store.change(id, { attempts: 3, error: "no answer", note: {} })
    expect(await store.change(id, { to: "failed", note: {} })).toMatchObject({
      error: "no answer",
      attempts: 3,
    })
  })

  it("counts tries within a state", async () => {
    const { store } = test
    const { id } = await rowIn(store, "triaged")
    await store.change(id, { attempts: 3, error: "no answer", note: {} })
    await store.change(id, { to: "failed", note: {} })
    expect(await store.change(id, { to: "triaged", note: {} })).toMatchObject({ attempts: 0 })
    await store.change(id, { attempts: 2, note: {} })
    expect(await store.change(id, { to: "in-fix", note: {} })).toMatchObject({ attempts: 0 })
  })

  it("keeps every product a step may have", () => {
    expectTypeOf<keyof FixWork>().toEqualTypeOf<(typeof WORK_KEYS)[number]>()
  })
}
