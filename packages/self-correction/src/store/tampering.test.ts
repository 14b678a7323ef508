import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { tamper, testFolder, type TestFolder } from "../../../jobs/src/store/store_files.fixture.ts"
import { openFeedbackStore } from "../feedback_store.ts"
import { addOne, rowIn, testStore, type TestStore } from "./store.fixture.ts"

let original: TestFolder
let test: TestStore

beforeAll(async () => {
  original = await testFolder()
  const store = await openFeedbackStore(original.path)
  await addOne(store, "fb-other")
  await rowIn(store, "in-fix", "fb-1")
  await store.requestApproval("fb-1", 0, "May I?")
  await store.answer("fb-1", { answer: "rejected", by: "em", reply: "no" })
  await store.close()
})
afterAll(() => original.remove())

beforeEach(async () => {
  test = await testStore(original.path)
})
afterEach(() => test.remove())

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
    "UPDATE jobs SET request = json_set(request, '$.body', 'All is well') WHERE id = 'fb-1'",
    "changed without a note",
  ],
  ["the work", "UPDATE jobs SET work = '{\"branch\":\"evil\"}' WHERE id = 'fb-1'", "changed without a note"],
  [
    "the round",
    "UPDATE jobs SET fields = json_set(fields, '$.refinement_round', 0), attempts = 9 WHERE id = 'fb-1'",
    "without a note",
  ],
  ["an answer", "UPDATE approvals SET answer = 'approved' WHERE row_id = 'fb-1'", "without a note"],
])("%s changed with plain SQL", (_, statement, text) => {
  it("is found by notes() and by check(), with the row", async () => {
    tamper(test.path, statement)
    await expect(test.store.notes("fb-1")).rejects.toMatchObject(corrupt(text))
    await expect(test.store.check()).rejects.toMatchObject(corrupt(""))
  })
})

it.each([
  ["the last note", "UPDATE notes SET note = '{}' WHERE row_id = 'fb-1' AND seq = 5"],
  ["a note that is gone", "DELETE FROM notes WHERE row_id = 'fb-1' AND seq = 2"],
  ["the state", "UPDATE jobs SET state = 'fix-pr-open' WHERE id = 'fb-1'"],
  ["work that is not JSON", "UPDATE jobs SET work = 'not json' WHERE id = 'fb-1'"],
  ["work that is empty", "UPDATE jobs SET work = '' WHERE id = 'fb-1'"],
  ["work that is a list", "UPDATE jobs SET work = '[]' WHERE id = 'fb-1'"],
  ["work that is null", "UPDATE jobs SET work = 'null' WHERE id = 'fb-1'"],
])("nothing is added to a row when %s was changed: no state, no note", async (_, statement) => {
  tamper(test.path, statement)
  const { store } = test
  const refusals = [
    store.change("fb-1", { to: "rejected", work: { branch: "b" }, note: {} }),
    store.claim(["in-fix", "fix-pr-open"], { id: "fb-1" }),
    store.get("fb-1"),
    store.approvals("fb-1"),
    store.answer("fb-1", { answer: "approved", by: "em" }),
  ]
  for (const refusal of refusals) await expect(refusal).rejects.toMatchObject({ code: "corrupt" })
  await expect(store.change("fb-1", { to: "rejected", note: {} })).rejects.toMatchObject({ code: "corrupt" })
  tamper(test.path, "UPDATE jobs SET state = 'in-fix', work = '{}' WHERE id = 'fb-1'")
  expect((await store.list({ state: "in-fix" })).map(({ id }) => id)).toEqual(["fb-1"])
  expect(await store.list({ state: "rejected" })).toEqual([])
})

it("says what work is that is not an object", async () => {
  tamper(test.path, "UPDATE jobs SET work = '[1]' WHERE id = 'fb-1'")
  await expect(test.store.list()).rejects.toMatchObject(corrupt("work is a list, not an object"))
  tamper(test.path, "UPDATE jobs SET work = '{' WHERE id = 'fb-1'")
  await expect(test.store.list()).rejects.toMatchObject(corrupt("work is not JSON"))
})

it("notices a row that is gone, alone or with its notes", async () => {
  tamper(test.path, "DELETE FROM approvals", "DELETE FROM jobs WHERE id = 'fb-1'")
  await expect(test.store.check()).rejects.toMatchObject(corrupt("the row is missing"))
  tamper(test.path, "DELETE FROM notes WHERE row_id = 'fb-1'")
  await expect(test.store.check()).rejects.toThrow("it has 1 of 6 notes: a row is missing with its notes")
})

it("notices a note that was moved here from another row", async () => {
  tamper(test.path, "UPDATE notes SET row_id = 'fb-1', seq = 6 WHERE row_id = 'fb-other'")
  await expect(test.store.notes("fb-1")).rejects.toMatchObject(corrupt("note 6 "))
  await expect(test.store.check()).rejects.toThrow("feedback fb-other: its notes are missing")
})

it("the other rows go on", async () => {
  tamper(test.path, "UPDATE jobs SET state = 'pending' WHERE id = 'fb-1'")
  const { store } = test
  expect(await store.claim(["pending"])).toMatchObject({ id: "fb-other" })
  expect((await store.notes("fb-other")).length).toBe(1)
})

it.each([
  ["UPDATE notes SET note = '{}'", "notes are append-only"],
  ["DELETE FROM notes", "notes are append-only"],
  ["DELETE FROM jobs", "rows are never deleted"],
  ["UPDATE approvals SET answer = 'approved'", "an approval is answered once"],
  ["DELETE FROM approvals", "approvals are never deleted"],
  ["UPDATE jobs SET state = 'failed'", "CHECK constraint failed"],
  ["UPDATE jobs SET request = '{}'", "what a row was asked for does not change"],
  ["UPDATE jobs SET work = '[]'", "CHECK constraint failed"],
  ["UPDATE jobs SET attempts = 'many'", "cannot store TEXT value in INTEGER column"],
])("the database itself refuses %s", async (statement, message) => {
  const { default: Database } = await import("libsql")
  const database = new Database(test.path)
  expect(() => database.exec(statement)).toThrow(message)
  database.close()
})
