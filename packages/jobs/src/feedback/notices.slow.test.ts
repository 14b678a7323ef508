import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { scriptedModel } from "@proofloop/runtime/testing"
import { describe, expect, test } from "vitest"
import type { Comments } from "../forge/comments.ts"
import { ForgeError } from "../forge/forge_error.ts"
import { commentsOn, type Loop, loopWith, models } from "./loop.fixture.ts"
import { createSelfCorrection } from "./run/self_correction.ts"

const OUT_OF_SCOPE = { triage: [{ confidence: 20 }] }

/** The forge with comments that fail this many times. */
function withDeafForge(loop: Loop, failures: number) {
  const tries: string[] = []
  const post: Comments["post"] = (target, key, body, signal) => {
    tries.push(key)
    return tries.length <= failures
      ? Promise.reject(new ForgeError("busy", { retryable: true }))
      : loop.forge.comments.post(target, key, body, signal)
  }
  return {
    tries,
    deaf: createSelfCorrection({
      ...loop.options,
      forge: { ...loop.forge, comments: { ...loop.forge.comments, post } },
    }),
  }
}

describe("a message that cannot be delivered", () => {
  test("keeps its row open and is tried again", async () => {
    const loop = await loopWith(OUT_OF_SCOPE)
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
    const loop = await loopWith(OUT_OF_SCOPE)
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
    const loop = await loopWith(OUT_OF_SCOPE)
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

describe("a row that failed", () => {
  const broken = scriptedModel(() => ({
    throws: { kind: "invalid_response", message: "the model is <gone>" },
  }))
  const failing = { models: { triage: broken }, max_attempts: 1 }

  test("is told with the reason, once for each time it fails", async () => {
    const loop = await loopWith({}, failing)
    await loop.add()
    const [done] = await loop.loop.process()
    expect(done).toMatchObject({ to: "failed", steps: ["triage", "notify"], error: "the model is <gone>" })
    expect(await commentsOn(loop)).toEqual(["fb-1:failed-1"])
    const page = await readFile(fileURLToPath(loop.issue_url), "utf8")
    expect(page).toMatch(/Feedback `fb-1` failed and waits for a person.*: the model is .*gone/)
    expect(page).not.toContain("<gone>")
    expect(await loop.loop.process()).toEqual([])

    await loop.loop.retry("fb-1")
    await loop.loop.process()
    expect(await commentsOn(loop)).toEqual(["fb-1:failed-1", "fb-1:failed-2"])
    await loop.loop.retry("fb-1")
    const { models: good } = models(OUT_OF_SCOPE)
    const healthy = createSelfCorrection({ ...loop.options, models: good })
    expect(await healthy.process()).toMatchObject([{ to: "closed" }])
    expect(await commentsOn(loop)).toEqual(["fb-1:failed-1", "fb-1:failed-2", "fb-1:rejected"])
  })

  test("and could not be told is told by a later process, as it failed", async () => {
    const loop = await loopWith({}, { ...failing, max_attempts: 2 })
    await loop.add()
    const { deaf, tries } = withDeafForge(loop, 1)
    for (const to of ["pending", "failed"]) expect(await deaf.process()).toMatchObject([{ to }])
    const before = await loop.store.get("fb-1")
    expect(before.work.notices).toMatchObject([{ key: "failed-1", tries: 1, reason: "forge: busy" }])
    expect(await deaf.process()).toMatchObject([
      { from: "failed", to: "failed", steps: ["notify"], error: "the model is <gone>" },
    ])
    expect(tries).toEqual(["fb-1:failed-1", "fb-1:failed-1"])
    const { work, ...after } = await loop.store.get("fb-1")
    expect(work).not.toHaveProperty("notices")
    expect(after).toMatchObject({ state: "failed", error: before.error, failed_in: "pending" })
    expect(await deaf.process()).toEqual([])
  })

  test("and cannot be told is tried so many times, and no more once it is taken up again", async () => {
    const loop = await loopWith({}, failing)
    for (const id of ["fb-1", "fb-2"]) await loop.add({ id })
    const { deaf, tries } = withDeafForge(loop, 99)
    await deaf.process()
    expect((await loop.store.get("fb-1")).work.notices).toMatchObject([{ reason: "given up: forge: busy" }])
    expect(await deaf.process()).toEqual([])
    expect(tries).toHaveLength(2)
    expect((await loop.loop.retry("fb-1")).work).not.toHaveProperty("notices")
  })

  test("and whose message meets a defect keeps its own reason", async () => {
    const loop = await loopWith({}, failing)
    await loop.add()
    const post = () => Promise.reject(new TypeError("no such method"))
    const broken_forge = createSelfCorrection({
      ...loop.options,
      forge: { ...loop.forge, comments: { ...loop.forge.comments, post } },
    })
    expect(await broken_forge.process()).toMatchObject([{ to: "failed", error: "no such method" }])
    expect(await loop.store.get("fb-1")).toMatchObject({ attempts: 1, error: "the model is <gone>" })
    expect(await loop.loop.process()).toMatchObject([{ steps: ["notify"] }])
    expect(await commentsOn(loop)).toEqual(["fb-1:failed-1"])
  })

  test("and is corrupt keeps nobody else from being told", async () => {
    const loop = await loopWith({}, { ...failing, max_attempts: 2 })
    for (const id of ["fb-1", "fb-2"]) await loop.add({ id })
    const { deaf } = withDeafForge(loop, 2)
    for (let turn = 0; turn < 2; turn += 1) await deaf.process()
    const { default: Database } = await import("libsql")
    const raw = new Database(loop.store.path)
    raw.prepare("UPDATE jobs SET work = '{}', revision = 99 WHERE id = 'fb-1'").run()
    raw.close()
    expect(await deaf.process()).toMatchObject([
      { id: "fb-1", from: null },
      { id: "fb-2", to: "failed" },
    ])
    expect(await commentsOn(loop)).toEqual(["fb-2:failed-1"])
  })
})
