import { describe, expect, test } from "vitest"
import { largeLoop, answer } from "./approval.fixture.ts"
import { loopWith } from "./loop.fixture.ts"

// @requirement self-correction.approval
describe("a large job", () => {
  test("waits with its message in the inbox; nothing goes on without an answer", async () => {
    const loop = await largeLoop()
    const id = await loop.add()
    const [first] = await loop.loop.process()
    expect(first).toMatchObject({ to: "awaiting-approval", error: null })
    expect(first?.steps.slice(-2)).toEqual(["request_approval", "await_approval"])
    const [request, ...others] = await loop.store.approvals(id)
    expect(others).toEqual([])
    expect(request).toMatchObject({ round: 0, answer: null })
    for (const part of ["discount(100, 10) gives 110", "Subtract the discount.", "a new function"]) {
      expect(request?.body).toContain(part)
    }
    for (let round = 0; round < 3; round += 1) {
      expect(await loop.loop.process()).toMatchObject([
        { to: "awaiting-approval", steps: ["await_approval"] },
      ])
    }
    expect(await loop.store.approvals(id)).toHaveLength(1)
    expect(loop.asked).toMatchObject({ fix: [], test: [] })
    expect(await loop.store.get(id)).toMatchObject({ attempts: 0 })
  })

  test("is rejected with the reason, which its sender is told", async () => {
    const loop = await largeLoop()
    const id = await loop.add()
    await loop.loop.process()
    await answer(loop, "rejected", "too much for this year")
    expect(await loop.loop.process()).toMatchObject([{ from: "awaiting-approval", to: "closed" }])
    const { work } = await loop.store.get(id)
    expect(work.rejection).toBe("the plan was rejected: too much for this year")
    expect(loop.asked.fix).toEqual([])
  })

  test("is planned anew with what was asked for, three times; the fourth wish fails it for good", async () => {
    const loop = await largeLoop()
    const id = await loop.add()
    await loop.loop.process()
    for (const round of [1, 2, 3]) {
      await answer(loop, "refine", `wish number ${round}`)
      const [again] = await loop.loop.process()
      expect(again).toMatchObject({ from: "awaiting-approval", to: "awaiting-approval" })
      expect(again?.steps).toEqual(["await_approval", "plan", "request_approval", "await_approval"])
      expect(loop.asked.plan.at(-1)).toContain(`wish number ${round}`)
      const row = await loop.store.get(id)
      expect(row).toMatchObject({ refinement_round: round, work: { plan: { refinement_round: round } } })
    }
    await answer(loop, "refine", "once more")
    expect(await loop.loop.process()).toMatchObject([
      { to: "failed", error: expect.stringContaining("refined three times") },
    ])
    expect(loop.asked.plan).toHaveLength(4)
    expect((await loop.store.approvals(id)).map(({ round }) => round)).toEqual([0, 1, 2, 3])
    await expect(loop.loop.retry(id)).rejects.toThrow(/refined three times/)
  })

  test("an answer that was given before the process went on is not lost", async () => {
    const loop = await largeLoop()
    const id = await loop.add()
    await loop.loop.process()
    await answer(loop, "refine", "smaller")
    await loop.loop.process()
    await answer(loop, "approved")
    await expect(answer(loop, "rejected", "no")).rejects.toMatchObject({ code: "not_found" })
    await loop.loop.process()
    expect((await loop.store.notes(id)).flatMap(({ transition }) => transition ?? []).slice(-5)).toEqual([
      "triaged → awaiting-approval",
      "awaiting-approval → triaged",
      "triaged → awaiting-approval",
      "awaiting-approval → in-fix",
      "in-fix → failed",
    ])
  })
})

test("a class the host always wants to see is", async () => {
  const loop = await loopWith({}, { plan_review_always: ["tool"] })
  await loop.add()
  expect(await loop.loop.process()).toMatchObject([{ to: "awaiting-approval" }])
})
