import { symlink } from "node:fs/promises"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { observationClient } from "./client.ts"
import { openObservationLedger } from "./ledger.ts"
import { observed } from "./observations.fixture.ts"
import { serveObservations } from "./server.ts"

async function served(files: Readonly<Record<string, string>> = {}) {
  const root = await folderWith(files)
  const ledger = openObservationLedger(join(await folderWith(), "ledger.jsonl"))
  const server = await serveObservations({ ledger, root })
  onTestFinished(() => server.close())
  return { root, ledger, server, client: observationClient({ url: server.url }) }
}

async function gateway(answer: string, status = 200): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(answer)).listen(0, "127.0.0.1")
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once("listening", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe("client and server", () => {
  it("record and read back", async () => {
    const { client, ledger } = await served()
    const id = await client.report(observed({ repository: "shop" }))
    await client.report(observed({ repository: "other", run_id: "run-2" }))
    expect(id).toBeTypeOf("number")
    expect(await client.agentLog({ since: "24h", repository: "shop" })).toEqual([
      expect.objectContaining({ run_id: "run-1", outcome: "fail", touched_files: ["src/a.py"] }),
    ])
    expect((await client.agentLog()).map(({ run_id }) => run_id)).toEqual(["run-2", "run-1"])
    expect(await client.agentLog({ limit: 1 })).toHaveLength(1)
    expect((await ledger.query()).observations).toHaveLength(2)
  })

  it("tell what a repository below the root is made of", async () => {
    const { client } = await served({
      "shop/package.json": '{"dependencies":{"react":"19"}}',
      "shop/a.ts": "",
    })
    await client.report(observed({ outcome: "success" }))
    expect(await client.fingerprint("shop")).toMatchObject({
      declared_deps: { npm: ["react"] },
      manifest_files: ["package.json"],
    })
    expect(await client.repositoryContext("shop")).toMatchObject({
      target: "shop",
      files: 2,
      recent: { success: 1, fail: 0, skipped: 0 },
    })
    expect(await client.fingerprint()).toMatchObject({ manifest_files: ["shop/package.json"] })
  })

  it.each([["../"], ["/etc"], ["gone"], ["shop/a.ts"], ["out"]])("tell nothing of %s", async (target) => {
    const { client, root } = await served({ "shop/a.ts": "" })
    await symlink("/etc", join(root, "out"))
    expect(await client.fingerprint(target)).toBeNull()
    expect(await client.repositoryContext(target)).toBeNull()
  })
})

describe("the server refuses", () => {
  const json = { "content-type": "application/json" }

  it.each([
    ["POST", "/observation", json, "no json", 400],
    ["POST", "/observation", json, "{}", 400],
    ["POST", "/observation", { "content-type": "text/plain" }, "{}", 415],
    ["POST", "/observation", json, " ".repeat(300_000), 413],
    ["POST", "/observation", { ...json, "transfer-encoding": "chunked" }, "x".repeat(300), 400],
    ["GET", "/repo/agent-log?since=never", {}, "", 400],
    ["GET", "/repo/agent-log?limit=0", {}, "", 400],
    ["GET", "/repo/fingerprint?target=../..", {}, "", 404],
    ["GET", "/observation", {}, "", 404],
    ["GET", "/__proto__", {}, "", 404],
    ["GET", "/repo/agent-log", { host: "evil.example" }, "", 403],
    ["POST", "/observation", { ...json, origin: "https://evil.example" }, "{}", 403],
  ])("%s %s with %j", async (method, path, headers, body, status) => {
    const { server, ledger } = await served()
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(new URL(path, server.url), { method, headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.once("error", reject)
      sent.end(body)
    })
    expect(answered).toBe(status)
    expect((await ledger.query()).observations).toEqual([])
  })
})

describe("the client", () => {
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
    const silent = createServer(() => undefined).listen(0, "127.0.0.1")
    onTestFinished(() => {
      silent.closeAllConnections()
      silent.close()
    })
    await new Promise((resolve) => silent.once("listening", resolve))
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
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
