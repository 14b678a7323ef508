import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Database, TestPlace } from "../../store/stores.fixture.ts"
import { addOne, rowIn, testStore, type TestStore } from "./store.fixture.ts"

const WRONG_WORK = [
  ["work that is not JSON", "UPDATE jobs SET work = 'not json' WHERE id = 'fb-1'"],
  ["work that is empty", "UPDATE jobs SET work = '' WHERE id = 'fb-1'"],
  ["work that is a list", "UPDATE jobs SET work = '[]' WHERE id = 'fb-1'"],
  ["work that is null", "UPDATE jobs SET work = 'null' WHERE id = 'fb-1'"],
] as const

export function tamperingTests(make: () => Promise<TestPlace>, database: Database): void {
  let test: TestStore
  beforeEach(async () => {
    test = await testStore(await make())
    const { store } = test
    await addOne(store, "fb-other")
    await rowIn(store, "in-fix", "fb-1")
    await store.requestApproval("fb-1", 0, "May I?")
    await store.answer("fb-1", { answer: "rejected", by: "em", reply: "no" })
  })
  afterEach(() => test.store.close())

  const corrupt = (text: string) => ({
    code: "corrupt",
    row_id: "fb-1",
    message: expect.stringContaining(text) as string,
  })

  describe.each([
    ["a note", "UPDATE notes SET note = '{\"by\":\"nobody\"}' WHERE row_id = 'fb-1' AND seq = 2", "note 2 "],
    ["the time of a note", "UPDATE notes SET at = '2020' WHERE row_id = 'fb-1' AND seq = 1", "note 1 "],
    [
      "a transition",
      "UPDATE notes SET transition = 'triaged → rejected' WHERE row_id = 'fb-1' AND seq = 3",
      "note 3 ",
    ],
    ["a note that is gone", "DELETE FROM notes WHERE row_id = 'fb-1' AND seq = 2", "note 2 is missing"],
    ["the first note", "DELETE FROM notes WHERE row_id = 'fb-1' AND seq = 1", "note 1 is missing"],
    ["the last note", "DELETE FROM notes WHERE row_id = 'fb-1' AND seq = 5", "note 4 is the last one"],
    ["all notes", "DELETE FROM notes WHERE row_id = 'fb-1'", "notes are missing"],
    [
      "the order of notes",
      "UPDATE notes SET seq = 13 - seq WHERE row_id = 'fb-1' AND seq > 2",
      "note 3 is missing",
    ],
    ["the state", "UPDATE jobs SET state = 'verified' WHERE id = 'fb-1'", "it is verified, and its last"],
    [
      "the body",
      "UPDATE jobs SET request = '{\"body\":\"All is well\"}' WHERE id = 'fb-1'",
      "changed without a note",
    ],
    [
      "the work",
      "UPDATE jobs SET work = '{\"branch\":\"evil\"}' WHERE id = 'fb-1'",
      "changed without a note",
    ],
    [
      "the round",
      "UPDATE jobs SET fields = '{\"refinement_round\":0}', attempts = 9 WHERE id = 'fb-1'",
      "without a note",
    ],
    ["an answer", "UPDATE approvals SET answer = 'approved' WHERE row_id = 'fb-1'", "without a note"],
  ])("%s changed with plain SQL", (_, statement, text) => {
    it("is found by notes() and by check(), with the row", async () => {
      await test.tamper(statement)
      await expect(test.store.notes("fb-1")).rejects.toMatchObject(corrupt(text))
      await expect(test.store.check()).rejects.toMatchObject(corrupt(""))
    })
  })

  it.each<readonly [name: string, statement: string]>([
    ["the last note", "UPDATE notes SET note = '{}' WHERE row_id = 'fb-1' AND seq = 5"],
    ["a note that is gone", "DELETE FROM notes WHERE row_id = 'fb-1' AND seq = 2"],
    ["the state", "UPDATE jobs SET state = 'fix-pr-open' WHERE id = 'fb-1'"],
    // Postgres itself refuses these.
    ...(database === "Postgres" ? [] : WRONG_WORK),
  ])("nothing is added to a row when %s was changed: no state, no note", async (_, statement) => {
    await test.tamper(statement)
    const { store } = test
    const refusals = [
      () => store.change("fb-1", { to: "rejected", work: { branch: "b" }, note: {} }),
      () => store.claim(["in-fix", "fix-pr-open"], { id: "fb-1" }),
      () => store.get("fb-1"),
      () => store.approvals("fb-1"),
      () => store.answer("fb-1", { answer: "approved", by: "em" }),
    ]
    for (const refusal of refusals) await expect(refusal()).rejects.toMatchObject({ code: "corrupt" })
    await expect(store.change("fb-1", { to: "rejected", note: {} })).rejects.toMatchObject({
      code: "corrupt",
    })
    await test.tamper("UPDATE jobs SET state = 'in-fix', work = '{}' WHERE id = 'fb-1'")
    expect((await store.list({ state: "in-fix" })).map(({ id }) => id)).toEqual(["fb-1"])
    expect(await store.list({ state: "rejected" })).toEqual([])
  })

  it.skipIf(database === "Postgres")("says what work is that is not an object", async () => {
    await test.tamper("UPDATE jobs SET work = '[1]' WHERE id = 'fb-1'")
    await expect(test.store.list()).rejects.toMatchObject(corrupt("work is a list, not an object"))
    await test.tamper("UPDATE jobs SET work = '{' WHERE id = 'fb-1'")
    await expect(test.store.list()).rejects.toMatchObject(corrupt("work is not JSON"))
  })

  it("notices a row that is gone, alone or with its notes", async () => {
    await test.tamper("DELETE FROM approvals", "DELETE FROM jobs WHERE id = 'fb-1'")
    await expect(test.store.check()).rejects.toMatchObject(corrupt("the row is missing"))
    await test.tamper("DELETE FROM notes WHERE row_id = 'fb-1'")
    await expect(test.store.check()).rejects.toThrow("it has 1 of 6 notes: a row is missing with its notes")
  })

  it("notices a note that was moved here from another row", async () => {
    await test.tamper("UPDATE notes SET row_id = 'fb-1', seq = 6 WHERE row_id = 'fb-other'")
    await expect(test.store.notes("fb-1")).rejects.toMatchObject(corrupt("note 6 "))
    await expect(test.store.check()).rejects.toThrow("feedback fb-other: its notes are missing")
  })

  it("the other rows go on", async () => {
    await test.tamper("UPDATE jobs SET state = 'pending' WHERE id = 'fb-1'")
    const { store } = test
    expect(await store.claim(["pending"])).toMatchObject({ id: "fb-other" })
    expect((await store.notes("fb-other")).length).toBe(1)
  })

  it.each<readonly [statement: string, message: string | RegExp]>([
    ["UPDATE notes SET note = '{}'", "notes are append-only"],
    ["DELETE FROM notes", "notes are append-only"],
    ["DELETE FROM jobs", "rows are never deleted"],
    ["UPDATE approvals SET answer = 'approved'", "an approval is answered once"],
    ["DELETE FROM approvals", "approvals are never deleted"],
    ["UPDATE jobs SET state = 'failed'", /CHECK constraint failed|violates check constraint/],
    ["UPDATE jobs SET request = '{}'", "what a row was asked for does not change"],
    ["UPDATE jobs SET work = '[]'", /CHECK constraint failed|violates check constraint/],
    ["UPDATE jobs SET attempts = 'many'", /cannot store TEXT value|invalid input syntax for type bigint/],
    ...(database === "SQLite" ? [] : [["TRUNCATE notes CASCADE", "notes are append-only"] as const]),
  ])("the database itself refuses %s", async (statement, message) => {
    await expect(test.run(statement)).rejects.toThrow(message)
  })
}
