import { spawnSync } from "node:child_process"
import { afterEach, beforeEach, expect, it } from "vitest"
import { testClock } from "../../store/store_files.fixture.ts"
import { onEveryDatabase } from "../../store/stores.fixture.ts"
import { openFeedbackStore, type FeedbackStore } from "../feedback_store.ts"
import { addOne, rowIn, testStore, type TestStore } from "./store.fixture.ts"

/** What a claim from another machine is good for. */
const LEASE_MS = 5 * 60_000

onEveryDatabase((make) => {
  let test: TestStore
  let other: FeedbackStore
  beforeEach(async () => {
    test = await testStore(await make())
    other = await openFeedbackStore(test.path, { now: testClock() })
  })
  afterEach(async () => {
    await other.close()
    await test.store.close()
  })

  it("takes the oldest row in one of the states, each once, until none is left", async () => {
    const { store } = test
    await rowIn(store, "triaged", "fb-1")
    await rowIn(store, "in-fix", "fb-2")
    await addOne(store, "fb-3")
    await addOne(store, "fb-4")
    const taken = [
      await store.claim(["pending", "in-fix"]),
      await other.claim(["pending", "in-fix"]),
      await store.claim(["pending", "in-fix"]),
      await other.claim(["pending", "in-fix"]),
    ]
    expect(taken.map((row) => row?.id)).toEqual(["fb-2", "fb-3", "fb-4", undefined])
  })

  it("rows of the same millisecond are taken in the order they came", async () => {
    const still = await openFeedbackStore(test.path, { now: () => 0 })
    for (const id of ["fb-z", "fb-a", "fb-m"]) await addOne(still, id)
    const taken = [
      await still.claim(["pending"]),
      await still.claim(["pending"]),
      await still.claim(["pending"]),
    ]
    expect(taken.map((row) => row?.id)).toEqual(["fb-z", "fb-a", "fb-m"])
    await still.close()
  })

  it("passes over what it is told to, and takes one row by its id", async () => {
    const { store } = test
    for (const id of ["fb-1", "fb-2", "fb-3"]) await addOne(store, id)
    expect(await store.claim(["pending"], { after: "fb-1" })).toMatchObject({ id: "fb-2" })
    expect(await store.claim(["pending"], { id: "fb-3" })).toMatchObject({ id: "fb-3" })
    expect(await store.claim(["pending"], { id: "fb-3" })).toBeNull()
    expect(await store.claim(["triaged"], { id: "fb-1" })).toBeNull()
    expect(await store.claim([])).toBeNull()
    await expect(store.claim(["pending"], { id: "fb-9" })).rejects.toMatchObject({ code: "not_found" })
    await expect(store.claim(["pendign" as "pending"])).rejects.toThrow('Did you mean "pending"?')
  })

  it("a claimed row is changed by its holder alone; anyone may read it, and answer for it", async () => {
    const { store } = test
    await rowIn(store, "awaiting-approval", "fb-1")
    await store.claim(["awaiting-approval"])
    await store.requestApproval("fb-1", 0, "May I?")
    const refused = { code: "not_claimed", row_id: "fb-1" }
    await expect(other.change("fb-1", { to: "in-fix", note: {} })).rejects.toMatchObject(refused)
    await expect(other.requestApproval("fb-1", 1, "?")).rejects.toMatchObject(refused)
    expect(await other.answer("fb-1", { answer: "approved", by: "em" })).toMatchObject({ answer: "approved" })
    expect(await other.get("fb-1")).toMatchObject({ state: "awaiting-approval" })
    expect(await store.change("fb-1", { to: "in-fix", note: {} })).toMatchObject({ state: "in-fix" })
    await store.release("fb-1")
    expect(await other.change("fb-1", { to: "rejected", note: {} })).toMatchObject({ state: "rejected" })
  })

  it("only the holder releases, and a store that is closed releases all it has", async () => {
    const { store } = test
    for (const id of ["fb-1", "fb-2"]) await addOne(store, id)
    const third = await openFeedbackStore(test.path)
    await third.claim(["pending"])
    await third.claim(["pending"])
    await store.release("fb-1")
    expect(await store.claim(["pending"])).toBeNull()
    await third.close()
    expect(await store.claim(["pending"])).toMatchObject({ id: "fb-1" })
  })

  it("takes over the row of a process that ended, oldest first, and shuts that one out", async () => {
    const { store } = test
    for (const id of ["fb-1", "fb-2"]) await addOne(store, id)
    await other.claim(["pending"])
    const { pid } = spawnSync("true")
    await test.tamper(`UPDATE claims SET token = 'gone', pid = ${pid}`)
    expect(await store.claim(["pending"])).toMatchObject({ id: "fb-1" })
    expect(await store.claim(["pending"])).toMatchObject({ id: "fb-2" })
    expect(await test.rows("SELECT count(*) AS amount FROM claims")).toEqual([{ amount: 2 }])
    await store.change("fb-1", { to: "triaged", note: {} })
    await store.release("fb-1")
    await expect(other.change("fb-1", { to: "in-fix", note: {} })).rejects.toThrow(
      "another process has taken it over meanwhile",
    )
    await other.release("fb-1")
    expect(await other.change("fb-1", { to: "in-fix", note: {} })).toMatchObject({ state: "in-fix" })
  })

  it("a process number that was given again is no holder", async () => {
    const { store } = test
    await addOne(store, "fb-1")
    await other.claim(["pending"])
    expect(await store.claim(["pending"])).toBeNull()
    await test.tamper("UPDATE claims SET began = '1'")
    expect(await store.claim(["pending"])).toMatchObject({ id: "fb-1" })
  })

  it("a row claimed on another machine is free 5 minutes after its last change", async () => {
    let now = Date.UTC(2026, 0, 1)
    const here = await openFeedbackStore(test.path, { now: () => now })
    const there = await openFeedbackStore(test.path, { now: () => now })
    await addOne(here, "fb-1")
    await there.claim(["pending"])
    await test.tamper("UPDATE claims SET host = 'elsewhere', pid = 1, began = NULL")
    now += LEASE_MS - 1
    expect(await here.claim(["pending"])).toBeNull()
    await there.change("fb-1", { note: { still: "at work" } })
    now += LEASE_MS - 1
    expect(await here.claim(["pending"])).toBeNull()
    await expect(here.change("fb-1", { note: {} })).rejects.toMatchObject({ code: "not_claimed" })
    now += 1
    expect(await here.claim(["pending"])).toMatchObject({ id: "fb-1" })
    await here.close()
    await there.close()
  })
})
