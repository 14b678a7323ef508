import { afterEach, beforeEach, expect, it } from "vitest"
import type { Memory, NewMemory } from "../../store/store.ts"
import { onEveryDatabase } from "../../store/stores.fixture.ts"
import { rowIn, testStore, type TestStore } from "./store.fixture.ts"

onEveryDatabase((make, database) => {
  let test: TestStore
  beforeEach(async () => {
    test = await testStore(await make())
  })
  afterEach(() => test.store.close())

  function memory(
    source_id: string,
    cause: string,
    topic: NewMemory["topic"] = "failure_patterns",
  ): NewMemory {
    return { topic, source_id, payload: { cause }, embedding_key: `failure:${source_id}`, confidence: 85 }
  }

  const sources = (memories: readonly Memory[]) => memories.map(({ source_id }) => source_id)

  it("keeps one memory a topic and source, the first", async () => {
    const { store } = test
    await store.remember([memory("fb-1", "rounding"), memory("fb-1", "other", "review_patterns")])
    await store.remember([memory("fb-1", "again")])
    expect(await store.recall("failure_patterns", "")).toEqual([
      {
        topic: "failure_patterns",
        payload: { cause: "rounding" },
        embedding_key: "failure:fb-1",
        confidence: 85,
        source_kind: "feedback",
        source_id: "fb-1",
        recorded_at: "2026-01-01T00:00:00.002Z",
      },
    ])
    expect(sources(await store.recall("review_patterns", ""))).toEqual(["fb-1"])
  })

  it("recalls what shares most words first, then the newest, up to a limit", async () => {
    const { store } = test
    await store.remember([
      memory("fb-1", "Totals of an INVOICE are rounded twice"),
      memory("fb-2", "The login page is slow"),
      memory("fb-3", "invoice numbers repeat"),
      memory("fb-4", "nothing of the kind"),
    ])
    const text = "invoice_totals: rounded"
    expect(sources(await store.recall("failure_patterns", text))).toEqual(["fb-1", "fb-3", "fb-4"])
    expect(sources(await store.recall("failure_patterns", "", 10))).toEqual(["fb-4", "fb-3", "fb-2", "fb-1"])
    expect(sources(await store.recall("failure_patterns", text, 1))).toEqual(["fb-1"])
  })

  it("reads the newest 500 and no more", async () => {
    const { store } = test
    for (let block = 0; block < 6; block += 1) {
      await store.remember(
        Array.from({ length: 100 }, (_, index) =>
          memory(`fb-${block}-${index}`, block === 0 ? "walrus" : "x"),
        ),
      )
    }
    expect(sources(await store.recall("failure_patterns", "walrus", 1))).toEqual(["fb-5-99"])
  })

  it("remembers with a change or not at all", async () => {
    const { store } = test
    const { id } = await rowIn(store, "fix-pr-open")
    const memories = [memory(id, "rounding")]
    const verified = { to: "verified", memories, note: {} } as const
    const incomplete = { ...verified, work: { merged_commit: null } }
    await expect(store.change(id, incomplete)).rejects.toMatchObject({ code: "illegal_transition" })
    expect(await store.recall("failure_patterns", "")).toEqual([])
    await store.change(id, { ...verified, work: { merged_commit: "m" }, regression_test_path: "a.test.ts" })
    expect(sources(await store.recall("failure_patterns", ""))).toEqual([id])
  })

  it("all of a list or none, without secrets", async () => {
    const { store } = test
    const wrong = { ...memory("fb-2", "x"), confidence: 101 }
    await expect(store.remember([memory("fb-1", "x"), wrong])).rejects.toThrow(
      "memories[1].confidence: expected a whole number from 0 to 100",
    )
    expect(await store.recall("failure_patterns", "")).toEqual([])
    await store.remember([memory("fb-1", "password: hunter22")])
    expect((await store.recall("failure_patterns", ""))[0]?.payload).toEqual({
      cause: "password: [redacted]",
    })
    await expect(store.recall("failure_pattern", "")).rejects.toThrow('Did you mean "failure_patterns"?')
    await expect(store.recall("failure_patterns", "", 0)).rejects.toThrow("limit: expected")
  })

  // Postgres itself refuses these.
  it.skipIf(database === "Postgres").each([
    [
      "a payload that is not an object",
      "UPDATE memories SET payload = '[]'",
      "its payload is not a JSON object",
    ],
    ["a payload that is not JSON", "UPDATE memories SET payload = '{'", "its payload is not a JSON object"],
  ])("%s is damage", async (_, statement, message) => {
    await test.store.remember([memory("fb-1", "x")])
    await test.tamper(statement)
    const recalled = test.store.recall("failure_patterns", "")
    await expect(recalled).rejects.toMatchObject({
      code: "corrupt",
      message: expect.stringContaining(message) as string,
    })
  })

  it("what rows of another kind remember is not recalled", async () => {
    await test.store.remember([memory("fb-1", "x")])
    await test.tamper("UPDATE memories SET source_kind = 'rumour'")
    expect(await test.store.recall("failure_patterns", "x")).toEqual([])
  })
})
