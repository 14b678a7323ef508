import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { observationClient } from "./client.ts"
import { gatewayOver, listening } from "./gateway.fixture.ts"
import { openObservationLedger } from "./ledger.ts"
import { observed } from "./observations.fixture.ts"

function gateway(answer: string, status = 200): Promise<string> {
  return listening((_, response) => response.writeHead(status).end(answer))
}

describe("the client", () => {
  it("records at a gateway and reads back", async () => {
    const ledger = openObservationLedger(join(await folderWith(), "ledger.jsonl"))
    const client = observationClient({ url: await gatewayOver(ledger) })
    const id = await client.report(observed({ repository: "shop" }))
    await client.report(observed({ repository: "other", run_id: "run-2" }))
    expect(id).toBeTypeOf("number")
    expect(await client.agentLog({ since: "24h", repository: "shop" })).toEqual([
      expect.objectContaining({ run_id: "run-1", outcome: "fail", touched_files: ["src/a.py"] }),
    ])
    expect((await client.agentLog()).map(({ run_id }) => run_id)).toEqual(["run-2", "run-1"])
    expect(await client.agentLog({ limit: 1 })).toHaveLength(1)
  })

  it("reads what a repository is made of", async () => {
    const client = observationClient({ url: await gateway('{"manifest_files":["package.json"]}') })
    expect(await client.fingerprint("shop")).toEqual({ manifest_files: ["package.json"] })
    expect(await client.repositoryContext("shop")).toEqual({ manifest_files: ["package.json"] })
  })

  it("does nothing without an address", async () => {
    for (const url of ["", "not an address", "ftp://127.0.0.1/"]) {
      const client = observationClient({ url })
      expect(client.enabled).toBe(false)
      expect(await client.report(observed())).toBeNull()
      expect(await client.agentLog()).toEqual([])
      expect(await client.fingerprint()).toBeNull()
    }
  })

  it.each([
    ["[]", 500],
    ["no json", 200],
    ['{"id":"7"}', 200],
    [`[${" ".repeat(5 * 2 ** 20)}]`, 200],
  ])("takes %.20s with status %d for nothing", async (answer, status) => {
    const client = observationClient({ url: await gateway(answer, status) })
    expect(await client.report(observed())).toBeNull()
    expect(await client.agentLog()).toEqual([])
  })

  it("gives up in time, and never rejects", async () => {
    const url = await listening(() => undefined)
    expect(await observationClient({ url, timeout_ms: 50 }).agentLog()).toEqual([])
    expect(await observationClient({ url: "http://127.0.0.1:1/" }).report(observed())).toBeNull()
    expect(await observationClient({ url }).report({ outcome: "fail" } as never)).toBeNull()
  })

  it("reads entries of a gateway that tells less, and leaves out what is none", async () => {
    const entries = [
      { outcome: "fail", touched_files: null },
      { outcome: "maybe" },
      null,
      { outcome: "success" },
    ]
    const client = observationClient({ url: `${await gateway(JSON.stringify(entries))}/base` })
    expect(await client.agentLog()).toEqual([
      { outcome: "fail", touched_files: [] },
      { outcome: "success", touched_files: [] },
    ])
  })
})
