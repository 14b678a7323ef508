import { afterAll, beforeAll, expect, it } from "vitest"
import { onEveryDatabase } from "../../store/stores.fixture.ts"
import { openFeedbackStore } from "../feedback_store.ts"
import { addOne, rowIn, testStore, type TestStore } from "./store.fixture.ts"

onEveryDatabase((make) => {
  let test: TestStore
  beforeAll(async () => {
    test = await testStore(await make())
  })
  afterAll(() => test.store.close())

  it("is asked for once a round, whoever asks again", async () => {
    const { store } = test
    const { id } = await addOne(store)
    const first = await store.requestApproval(id, 0, "May I?")
    const other = await openFeedbackStore(test.path)
    expect(await other.requestApproval(id, 0, "May I, please?")).toEqual(first)
    await other.close()
    expect(first).toMatchObject({ row_id: id, round: 0, body: "May I?", answer: null, answered_at: null })
    expect(await store.approvals(id)).toEqual([first])
  })

  it("is answered once, and the history says by whom", async () => {
    const { store } = test
    const { id } = await rowIn(store, "awaiting-approval")
    await store.requestApproval(id, 0, "May I?")
    const refined = await store.answer(id, { answer: "refine", reply: "Smaller; token=abc123", by: "em" })
    expect(refined).toMatchObject({ answer: "refine", reply: "Smaller; token=[redacted]", answered_by: "em" })
    await expect(store.answer(id, { answer: "approved", by: "em" })).rejects.toMatchObject({
      code: "not_found",
      message: `feedback ${id} has no open request for approval: round 0 has its answer: refine, by em`,
    })
    await store.requestApproval(id, 1, "And now?")
    const approved = await store.answer(id, { answer: "approved", by: "em" })
    expect(await store.approvals(id)).toEqual([refined, approved])
    expect((await store.notes(id)).slice(-4).map(({ note }) => note)).toMatchObject([
      { round: 0 },
      { round: 0, answer: "refine", by: "em" },
      { round: 1 },
      { round: 1, answer: "approved", by: "em", reply: null },
    ])
  })

  it("an answer goes to the newest round; an older one is not asked again", async () => {
    const { store } = test
    const { id } = await addOne(store)
    await store.requestApproval(id, 0, "0")
    await store.requestApproval(id, 2, "2")
    await expect(store.requestApproval(id, 1, "1")).rejects.toThrow("round: expected at least 2")
    expect(await store.answer(id, { answer: "rejected", by: "em" })).toMatchObject({ round: 2 })
    await expect(store.answer(id, { answer: "approved", by: "em" })).rejects.toMatchObject({
      code: "not_found",
    })
  })

  it("cannot be answered when nobody asked, or the row is at its end", async () => {
    const { store } = test
    const { id } = await addOne(store)
    const refusal = store.answer(id, { answer: "approved", by: "em" })
    await expect(refusal).rejects.toMatchObject({ code: "not_found", row_id: id })
    await store.requestApproval(id, 0, "May I?")
    await store.change(id, { to: "rejected", note: {} })
    await expect(store.answer(id, { answer: "approved", by: "em" })).rejects.toThrow("it is rejected")
    await expect(store.answer("fb-none", { answer: "approved", by: "em" })).rejects.toThrow(
      "there is no feedback",
    )
  })

  it.each<readonly [string, object]>([
    ['Did you mean "approved"?', { answer: "aproved" }],
    ["reply: expected what is to be changed", { answer: "refine" }],
    ["reply: expected a text", { answer: "refine", reply: " " }],
    ["by: expected a text", { by: "" }],
    ["a key of answer", { replay: "x" }],
  ])("%s", async (message, wrong) => {
    const { store } = test
    const { id } = await addOne(store)
    await store.requestApproval(id, 0, "May I?")
    await expect(store.answer(id, { answer: "approved", by: "em", ...wrong })).rejects.toThrow(message)
    expect(await store.approvals(id)).toMatchObject([{ answer: null }])
    await expect(store.requestApproval(id, 4, "?")).rejects.toThrow(
      "round: expected a whole number from 0 to 3",
    )
  })
})
