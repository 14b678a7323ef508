import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { expect, onTestFinished, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { command, startCli } from "../console/process.fixture.ts"

async function repository(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "proofloop mcp "))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await initRepository(root)
  await writeFile(join(root, "a.json"), "{}\n")
  await commitPaths(root, ["a.json"], "first")
  return root
}

test("the official client lists and calls the critics over stdio", async () => {
  const root = await repository()
  const client = new Client({ name: "test", version: "1" })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [command, "mcp", "--only", "G2,G7"],
      cwd: root,
    }),
  )
  onTestFinished(() => client.close())
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(["check_change", "critic_g2", "critic_g7"])
  await writeFile(join(root, "a.json"), '{"a": 1\n')
  const found = await client.callTool({ name: "check_change", arguments: {} })
  expect(found).toMatchObject({
    structuredContent: { status: "fail", findings: [{ critic: "G2", path: "a.json" }] },
  })
  const proposed = { changes: [{ path: "a.json", after: "{}\n" }] }
  const clean = await client.callTool({ name: "critic_g2", arguments: proposed })
  expect(clean).toMatchObject({ structuredContent: { status: "pass" } })
})

test("without a flag there is one tool, with --every-critic one for each as well", async () => {
  const counts = await Promise.all(
    [[], ["--every-critic"]].map(async (flags) => {
      const client = new Client({ name: "test", version: "1" })
      const args = [command, "mcp", ...flags]
      await client.connect(
        new StdioClientTransport({ command: process.execPath, args, cwd: await repository() }),
      )
      onTestFinished(() => client.close())
      return (await client.listTools()).tools.map(({ name }) => name)
    }),
  )
  expect(counts[0]).toEqual(["check_change"])
  expect(counts[1]?.length).toBeGreaterThan(20)
})

test.each([[[]], [["--hooks"]]])("a client that reads nothing more ends it with 0, %j", async (flags) => {
  const child = spawn(process.execPath, [command, "mcp", ...flags], { cwd: await repository() })
  child.stdout.destroy()
  const params = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  }
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`)
  const said = text(child.stderr)
  const [code] = (await once(child, "exit")) as [number | null]
  expect([code, await said]).toEqual([0, ""])
})

test("over HTTP it says where it is, and Ctrl-C ends it with 130", async () => {
  const cli = startCli(["mcp", "--http"], { cwd: await repository() })
  await cli.said("/mcp; Ctrl-C ends it")
  cli.kill("SIGINT")
  expect(await cli.ended).toMatchObject({
    code: 130,
    stdout: "",
    stderr: expect.stringContaining("http://127.0.0.1:"),
  })
})

test.each([
  [["--port", "many", "--http"], "--port"],
  [["--only", "G99"], "G99"],
  [["--base", "no-such-commit"], '--base: "no-such-commit" names no commit'],
  [["--repo", "/no/such/folder"], "--repo: there is no folder"],
])("mcp %j is misuse", async (args, said) => {
  const { code, stdout, stderr } = await call(["mcp", ...args])
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
})

test("the tool that hooks call is in no list, and answers by its name", async () => {
  const home = await mkdtemp(join(tmpdir(), "proofloop mcp hooks "))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const client = new Client({ name: "test", version: "1" })
  const env = { HOME: home, PATH: process.env["PATH"] ?? "" }
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [command, "mcp", "--hooks"],
      cwd: home,
      env,
    }),
  )
  onTestFinished(() => client.close())
  expect((await client.listTools()).tools).toEqual([])
  const tell = (fields: Record<string, unknown>) =>
    client.callTool({
      name: "hook",
      arguments: {
        command: "proofloop-hook run claude-code --hold --verify false",
        session_id: "s1",
        cwd: home,
        ...fields,
      },
    })
  const call = { tool_name: "Write", tool_input: { file_path: join(home, "a.ts") }, tool_response: "ok" }
  const wrote = await tell({ hook_event_name: "PostToolBatch", tool_calls: JSON.stringify([call]) })
  expect(wrote).toMatchObject({ content: [{ text: "{}" }] })
  const stop = await tell({ hook_event_name: "Stop", stop_hook_active: "false" })
  expect(stop).toMatchObject({ content: [{ text: expect.stringContaining('"decision":"block"') }] })
  expect(await client.callTool({ name: "other" })).toMatchObject({ isError: true })
})

test("options of the critics are none of the tool that hooks call", async () => {
  const { code, stderr } = await call(["mcp", "--hooks", "--only", "G7"])
  expect([code, stderr]).toEqual([2, expect.stringContaining("--hooks and --only exclude each other")])
})
