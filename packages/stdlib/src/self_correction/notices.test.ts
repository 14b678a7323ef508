import { describe, expect, test } from "vitest"
import { type Forge, ForgeError } from "./forge/forge.ts"
import { commentsOn, type Loop, loopWith } from "./loop.fixture.ts"
import { createSelfCorrection } from "./process_feedback.ts"

const out_of_scope = { triage: [{ confidence: 20 }] }

/** The forge with comments that fail for so many tries. */
function withDeafForge(loop: Loop, failures: number) {
  const tries: string[] = []
  const comment: Forge["comment"] = (target, key, body, signal) => {
    tries.push(key)
    return tries.length <= failures
      ? Promise.reject(new ForgeError("busy", { retryable: true }))
      : loop.forge.comment(target, key, body, signal)
  }
  return { tries, deaf: createSelfCorrection({ ...loop.options, forge: { ...loop.forge, comment } }) }
}

describe("a message that cannot be delivered", () => {
  test("keeps its row open and is tried again", async () => {
    const loop = await loopWith(out_of_scope)
    await loop.add()
    const { deaf, tries } = withDeafForge(loop, 1)
    expect(await deaf.process()).toMatchObject([{ to: "rejected", steps: ["triage", "notify"] }])
    const { work } = await loop.store.get("fb-1")
    expect(work).toMatchObject({ told: ["rejected"], notices: [{ key: "rejected", reason: "forge: busy" }] })
    expect(await commentsOn(loop)).toEqual([])
    expect(await deaf.process()).toMatchObject([
      { from: "rejected", to: "closed", steps: ["notify", "close"] },
    ])
    expect(await commentsOn(loop)).toEqual(["fb-1:rejected"])
    expect((await loop.store.get("fb-1")).work).not.toHaveProperty("notices")
    expect(tries).toHaveLength(2)
  })

  test("is given up after so many tries, and kept", async () => {
    const loop = await loopWith(out_of_scope)
    await loop.add()
    const { deaf } = withDeafForge(loop, 9)
    const states = []
    for (let turn = 0; turn < 3; turn += 1) states.push((await deaf.process())[0]?.to)
    expect(states).toEqual(["rejected", "rejected", "closed"])
    const row = await loop.store.get("fb-1")
    expect(row.work.notices).toMatchObject([{ key: "rejected", reason: "given up: forge: busy" }])
    expect((await loop.store.notes("fb-1")).at(-1)?.note).toMatchObject({
      not_delivered: ["rejected: given up: forge: busy"],
    })
  })

  test.each([
    [null, "no-context-url"],
    ["https://example.org/elsewhere/1", "unknown-context"],
  ])("because there is no place for it (%s) holds up nothing and is kept", async (context_url, reason) => {
    const loop = await loopWith(out_of_scope)
    await loop.add({ context_url })
    expect(await loop.loop.process()).toMatchObject([{ to: "closed" }])
    const { work } = await loop.store.get("fb-1")
    expect(work.notices).toMatchObject([{ key: "rejected", reason }])
    expect(work.notices?.[0]?.body).toContain("is not taken up")
  })
})

test("an approver's words are told without their markup", async () => {
  const loop = await loopWith({ triage: [{ fix_class: "state-machine" }] })
  await loop.add()
  await loop.loop.process()
  await loop.store.answer("fb-1", {
    answer: "rejected",
    by: "grace",
    reply: "see <img src=x> @everyone\n# no",
  })
  const { deaf, tries } = withDeafForge(loop, 9)
  await deaf.process()
  const body = (await loop.store.get("fb-1")).work.notices?.[0]?.body ?? ""
  expect(tries).toEqual(["fb-1:rejected"])
  expect(body).not.toMatch(/<img|\n#|@everyone/)
})
