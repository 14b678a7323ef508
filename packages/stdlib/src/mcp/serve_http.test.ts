import { request } from "node:http"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { describe, expect, it, onTestFinished } from "vitest"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { criticServerFactory } from "./critic_server.ts"
import { type HttpHandle, serveHttp } from "./serve_http.ts"

async function serveIn(root: string): Promise<HttpHandle> {
  const handle = await serveHttp(criticServerFactory({ root, version: "1.2.3", every_critic: true }))
  onTestFinished(() => handle.close())
  return handle
}

async function statusOf(
  url: string,
  headers: Record<string, string>,
  path = "/mcp",
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method: "POST", headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on("error", reject)
    sent.end("{}")
  })
}

describe("the critics over streamable HTTP", () => {
  it("answer the official client with structured findings", async () => {
    const root = await repositoryWith({ "a.json": "{}\n" })
    const { url } = await serveIn(root)
    const client = new Client({ name: "test", version: "1" })
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    onTestFinished(() => client.close())
    const { tools } = await client.listTools()
    const check = tools.find(({ name }) => name === "check_change")
    expect(check?.annotations).toMatchObject({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
    })
    expect(check?.outputSchema?.properties).toHaveProperty("findings")
    const clean = await client.callTool({ name: "check_change", arguments: {} })
    expect(clean).toMatchObject({ structuredContent: { status: "pass", findings: [] } })
    await addFiles(root, { "a.json": '{"a": 1\n' })
    const found = await client.callTool({ name: "critic_g2", arguments: {} })
    expect(found).toMatchObject({
      structuredContent: { findings: [{ critic: "G2", path: "a.json", line: 2 }] },
    })
    const wrong = await client.callTool({ name: "check_change", arguments: { paths: ["nothing.txt"] } })
    expect(wrong).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("nothing.txt") }],
    })
  })

  it("refuse what a page in a browser could send, and other paths", async () => {
    const { url } = await serveIn(await repositoryWith({ "a.json": "{}\n" }))
    const json = { "content-type": "application/json" }
    expect(await statusOf(url, { ...json, host: "evil.example" })).toBe(403)
    expect(await statusOf(url, { ...json, origin: "https://evil.example" })).toBe(403)
    expect(await statusOf(url, json, "/other")).toBe(404)
  })

  it.each(["[", "a b", "evil.example:port", "%zz"])("say 400 to the malformed Host %j", async (host) => {
    const { url } = await serveIn(await repositoryWith({ "a.json": "{}\n" }))
    expect(await statusOf(url, { host })).toBe(400)
  })
})
