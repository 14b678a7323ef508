import { InvalidOptionError } from "@proofloop/foundation/errors"
import { afterAll, beforeAll, expect, it } from "vitest"
import { onEveryDatabase } from "../../store/stores.fixture.ts"
import type { Feedback, NewFeedback } from "../feedback.ts"
import { rowWith } from "../rows.fixture.ts"
import { addOne, rowIn, testStore, type TestStore } from "./store.fixture.ts"

onEveryDatabase((make) => {
  let test: TestStore
  beforeAll(async () => {
    test = await testStore(await make())
  })
  afterAll(() => test.store.close())

  it("adds a row that waits, with its defaults, and a first note", async () => {
    const row = await test.store.add({ body: "Wrong total", severity: "high", from_handle: "ann" })
    expect(row.id).toMatch(/^fb-[0-9a-f]{12}$/)
    const { id, received_at, updated_at } = row
    expect(updated_at).toBe(received_at)
    const given = { id, received_at, updated_at, body: "Wrong total", from_handle: "ann" }
    expect(row).toEqual(rowWith(given))
    expect(await test.store.get(row.id)).toEqual(row)
    expect(await test.store.notes(row.id)).toMatchObject([
      { seq: 1, at: row.received_at, transition: null, note: { severity: "high" } },
    ])
  })

  it("keeps quotes, line breaks, any alphabet, and no secrets", async () => {
    const body = 'It\'s "wrong"; DROP TABLE feedback; --\n\tÄ 漢字 🙂 \u202e'
    const row = await test.store.add({
      body,
      severity: "low",
      from_handle: "o'brien",
      channel: "gh-comment",
      context_url: "https://ann:hunter22@forge.test/issues/4",
      success_criterion: "password=hunter22 is not shown",
    })
    expect(await test.store.get(row.id)).toMatchObject({
      body,
      from_handle: "o'brien",
      context_url: "https://ann:[redacted]@forge.test/issues/4",
      success_criterion: "password=[redacted] is not shown",
    })
    const odd = await test.store.add({ body: "a\0b\ud800c", severity: "low", from_handle: "x" })
    expect(odd.body).toBe("a\ufffdb\ufffdc")
    expect(await test.store.get(odd.id)).toEqual(odd)
  })

  it("refuses a second row of the same id, and leaves the first", async () => {
    const first = await addOne(test.store, "fb-twice")
    const second = test.store.add({ id: "fb-twice", body: "other", severity: "low", from_handle: "b" })
    await expect(second).rejects.toMatchObject({ code: "exists", row_id: "fb-twice" })
    expect(await test.store.get("fb-twice")).toEqual(first)
  })

  const GOOD: NewFeedback = { body: "b", severity: "low", from_handle: "f" }

  it.each<readonly [object, string]>([
    [
      { severity: "hihg" },
      'severity: expected one of low, med, high, critical, got the string "hihg". Did you mean "high"?',
    ],
    [{ severity: undefined }, "severity: expected one of"],
    [{ body: " \n" }, "body: expected a text"],
    [{ body: "b".repeat(65_537) }, "body: expected a text of 1 to 65536 characters"],
    [{ body: 7 }, "body: expected a text"],
    [{ from_handle: "" }, "from_handle: expected a text"],
    [{ id: "fb 1" }, "id: expected letters"],
    [{ id: "x".repeat(65) }, "id: expected letters"],
    [{ id: "../x" }, "id: expected letters"],
    [{ context_url: "u".repeat(2049) }, "context_url: expected"],
    [{ sevrity: "low" }, 'Did you mean "severity"?'],
  ])("refuses %o as feedback", async (wrong, message) => {
    const count = "SELECT count(*) AS amount FROM jobs"
    const before = await test.rows(count)
    const refusal = test.store.add({ ...GOOD, ...wrong })
    await expect(refusal).rejects.toThrow(InvalidOptionError)
    await expect(refusal).rejects.toThrow(message)
    expect(await test.rows(count)).toEqual(before)
  })

  it("names the nearest id there is", async () => {
    await addOne(test.store, "fb-login-page")
    await expect(test.store.get("fb-login-pgae")).rejects.toMatchObject({
      code: "not_found",
      message: 'there is no feedback fb-login-pgae. Did you mean "fb-login-page"?',
    })
    await expect(test.store.change("nothing-like-it", { note: {} })).rejects.toMatchObject({
      code: "not_found",
    })
  })

  it("merges work key by key, takes keys away, and keeps the rest", async () => {
    const { store } = test
    const { id } = await addOne(store)
    await store.change(id, { work: { branch: "b", refutations: ["x"] }, note: {} })
    await store.change(id, { work: { base_commit: "c", branch: null }, note: {} })
    expect((await store.get(id)).work).toEqual({ base_commit: "c", refutations: ["x"] })
  })

  it("redacts notes and work at any depth, once", async () => {
    const { store } = test
    const { id } = await addOne(store)
    const key = `sk-${"a1".repeat(20)}`
    await store.change(id, {
      work: { refutations: [`used ${key}`, "token: abcdef"] },
      note: { deep: [{ key }] },
    })
    const { work } = await store.get(id)
    expect(work.refutations).toEqual(["used [redacted]", "token: [redacted]"])
    await store.change(id, { work: { refutations: work.refutations ?? [] }, error: key, note: {} })
    expect(await store.get(id)).toMatchObject({ work, error: "[redacted]" })
    expect((await store.notes(id))[1]?.note).toEqual({ deep: [{ key: "[redacted]" }] })
  })

  it("cuts long texts of notes and errors, and says so", async () => {
    const { store } = test
    const { id } = await addOne(store)
    const row = await store.change(id, { error: "e".repeat(50_000), note: { output: "o".repeat(1e6) } })
    expect(row.error).toBe(`${"e".repeat(4095)}…`)
    expect((await store.notes(id)).at(-1)?.note).toEqual({
      output: `${"o".repeat(4095)}…`,
    })
  })

  const cyclic: Record<string, unknown> = {}
  cyclic["self"] = cyclic

  it.each<readonly [string, object]>([
    ["a key of change", { sate: "triaged" }],
    ['to: got the string "triagde". Did you mean "triaged"? Expected one of', { to: "triagde" }],
    ["note: expected an object", { note: undefined }],
    ["note: expected an object", { note: ["x"] }],
    ["note.when: expected plain JSON data", { note: { when: new Date() } }],
    ["note.n: expected plain JSON data", { note: { n: Number.NaN } }],
    ["expected at most 32 levels", { note: cyclic }],
    ["keys other than __proto__", { note: JSON.parse('{"__proto__":{"a":1}}') as object }],
    ["note: expected at most 65536 characters", { note: { list: Array.from({ length: 70_000 }, () => 1) } }],
    [
      'a key of work: got the string "plna". Did you mean "plan"? Expected one of triage, hits',
      { work: { plna: {} } },
    ],
    ["work.plan: expected at most 1048576 characters", { work: { plan: "p".repeat(1_048_577) } }],
    ['fix_class: got the string "prompts". Did you mean "prompt"? Expected one of', { fix_class: "prompts" }],
    ["fix_pr_url: expected a text of 1 to 2048", { fix_pr_url: "" }],
    ["attempts: expected a whole number from 0", { attempts: -1 }],
    ["attempts: expected a whole number from 0", { attempts: 1.5 }],
    ["refinement_round: expected a whole number", { refinement_round: Number.POSITIVE_INFINITY }],
    ["root_cause: expected a text", { root_cause: "" }],
    ["memories[0].topic: expected one of", { memories: [{ topic: "x", payload: {} }] }],
  ])("%s", async (message, wrong) => {
    const { id } = await addOne(test.store)
    const refusal = test.store.change(id, { note: {}, ...wrong })
    await expect(refusal).rejects.toThrow(InvalidOptionError)
    await expect(refusal).rejects.toThrow(message)
    expect((await test.store.notes(id)).length).toBe(1)
  })

  it("refuses work that is too large together with what is there", async () => {
    const { store } = test
    const { id } = await addOne(store)
    const large = "x".repeat(600_000)
    await store.change(id, { work: { branch: large }, note: {} })
    await expect(store.change(id, { work: { base_commit: large }, note: {} })).rejects.toThrow(
      "work: expected at most 1048576 characters of JSON together with what is there",
    )
  })

  it("lists oldest first, by state and severity, up to a limit", async () => {
    const { store } = await testStore(await make())
    await rowIn(store, "rejected", "fb-1")
    await addOne(store, "fb-2")
    await store.add({ ...GOOD, id: "fb-3", severity: "critical" })
    const ids = (rows: readonly Feedback[]) => rows.map(({ id }) => id)
    expect(ids(await store.list())).toEqual(["fb-1", "fb-2", "fb-3"])
    expect(ids(await store.list({ limit: 2 }))).toEqual(["fb-1", "fb-2"])
    expect(ids(await store.list({ state: "pending" }))).toEqual(["fb-2", "fb-3"])
    expect(ids(await store.list({ state: "pending", severity: "critical" }))).toEqual(["fb-3"])
    await expect(store.list({ limit: 0 })).rejects.toThrow("limit: expected a whole number from 1 to 1000")
    await expect(store.list({ state: "closd" as "closed" })).rejects.toThrow('Did you mean "closed"?')
    await store.close()
  })
})
