import { join } from "node:path"
import { openRunStore } from "@proofloop/pipeline"
import { expect, test } from "vitest"
import { emptyFolder } from "../verdicts/shop.fixture.ts"
import { listRuns, readAllFacts } from "./read_facts.ts"

test("a run whose forge is away waits for it, and a run of another repository does not", async () => {
  const state_dir = await emptyFolder()
  const store = await openRunStore(join(state_dir, "runs.db"))
  try {
    const url = "https://github.com/acme/shop"
    await store.add({ id: "run-1", url })
    await store.add({ id: "run-2", url: "https://github.com/acme/till" })
    const reason = "GET acme/shop: 401 Bad credentials"
    const name = `github ${url}`
    await store.openBreaker({ environment: "forge", name, row_id: "run-1", reason, retry_after_ms: null })
    const facts = await readAllFacts({ store, state_dir }, await listRuns(store))
    expect(facts.map(({ waits }) => [waits?.for, waits?.who, waits?.why])).toEqual([
      ["forge", "forge github", reason],
      ["resume", "nobody", "it can go on"],
    ])
  } finally {
    await store.close()
  }
})
