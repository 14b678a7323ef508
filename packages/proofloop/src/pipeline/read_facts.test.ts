import { join } from "node:path"
import { openRunStore } from "@proofloop/jobs/pipeline"
import { expect, test } from "vitest"
import { emptyFolder } from "../verdicts/shop.fixture.ts"
import { listRuns, listStanding, readAllFacts } from "./read_facts.ts"
import { countsText, standText } from "./words.ts"

test("a run whose forge is away waits until it is back or a person has mended it, one of another repository does not", async () => {
  const state_dir = await emptyFolder()
  const store = await openRunStore(join(state_dir, "runs.db"))
  try {
    const url = "https://github.com/acme/shop"
    await store.add({ id: "run-1", url })
    await store.add({ id: "run-2", url: "https://github.com/acme/till" })
    const reason = "GET acme/shop: 401 Bad credentials"
    const name = `github ${url}`
    const away = { environment: "forge", name, row_id: "run-1", retry_after_ms: null } as const
    const told = async () => {
      const facts = await readAllFacts({ store, state_dir }, await listRuns(store))
      return facts.map(({ waits }) => [waits?.for, waits?.who, waits?.why, waits?.next])
    }
    await store.openBreaker({ ...away, reason: "GET acme/shop: 429" })
    const { until } = await store.openBreaker({ ...away, reason: "GET acme/shop: 429" })
    const [limited] = await readAllFacts({ store, state_dir }, await listRuns(store))
    expect(limited === undefined ? "" : standText(limited, 0)).toBe(
      `waits for forge github until ${until}: GET acme/shop: 429`,
    )
    expect(countsText(limited === undefined ? [] : [limited], {})).toBe(
      "1 in all, 1 open, 0 waiting for a person, 1 until something is back",
    )
    const other = ["resume", "nobody", "it can go on", ""]
    expect(await told()).toEqual([["forge", "forge github", "GET acme/shop: 429", `from ${until} on`], other])
    await store.openBreaker({ ...away, reason, needs_person: true })
    const refused = ["forge", "a person", `forge github: ${reason}`, "give it what it lacks, then"]
    expect(await told()).toEqual([refused, other])
  } finally {
    await store.close()
  }
})

test("a run that moves on while the store is read is listed once, as it is at last", async () => {
  const state_dir = await emptyFolder()
  const store = await openRunStore(join(state_dir, "runs.db"))
  try {
    for (const id of ["run-1", "run-2", "run-3"]) await store.add({ id, url: "https://github.com/acme/shop" })
    /** After the first reading of each state a run moves there from the queue. */
    const moving = (id: string, to: "cancelled" | "analysing") => ({
      ...store,
      list: async (query: Parameters<typeof store.list>[0]) => {
        const found = await store.list(query)
        const is_queued = (await store.get(id)).state === "queued"
        if (query?.state === "queued" && is_queued) await store.change(id, { to, note: {} })
        return found
      },
    })
    const listed = async (runs: ReturnType<typeof listRuns>) =>
      (await runs).map(({ id, state }) => `${id} ${state}`)
    expect(await listed(listRuns(moving("run-1", "analysing")))).toEqual([
      "run-1 analysing",
      "run-2 queued",
      "run-3 queued",
    ])
    expect(await listed(listStanding(moving("run-2", "cancelled"), { url: undefined, ended: 20 }))).toEqual([
      "run-1 analysing",
      "run-2 cancelled",
      "run-3 queued",
    ])
  } finally {
    await store.close()
  }
})
