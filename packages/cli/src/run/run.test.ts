import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { RunResult } from "@proofloop/runtime"
import {
  type LoopbackModelServer,
  type ScriptedStep,
  startLoopbackModelServer,
} from "@proofloop/runtime/testing"
import { afterAll, beforeAll, expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { runCli, startCli } from "../console/process.fixture.ts"
import { createBrokenShop } from "../demo/broken_shop.ts"
import type { Changes } from "./changes.ts"

let folder = ""
const servers: LoopbackModelServer[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop run test-"))
})

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await rm(folder, { recursive: true, force: true })
})

async function serve(script: readonly ScriptedStep[]): Promise<LoopbackModelServer> {
  const server = await startLoopbackModelServer({ script, when_exhausted: "repeat_last" })
  servers.push(server)
  return server
}

async function shop(name: string): Promise<string> {
  const root = join(folder, name)
  await createBrokenShop(root)
  return root
}

function args(root: string, { url }: LoopbackModelServer, ...more: readonly string[]): readonly string[] {
  return ["run", "--repo", root, "--task", "Make it green", "--model", "m", "--base-url", url, ...more]
}

const shell = (command: string): ScriptedStep => ({ tool_calls: [{ name: "shell", arguments: { command } }] })

const repair: readonly ScriptedStep[] = [
  shell("npm test"),
  {
    text: "The \u001b]0;limit\u0007 is left out.",
    tool_calls: [{ name: "read_file", arguments: { path: "src/delivery.js" } }],
  },
  {
    tool_calls: [
      {
        name: "edit_file",
        arguments: { path: "src/delivery.js", old_text: "subtotal > FREE", new_text: "subtotal >= FREE" },
      },
    ],
  },
  { text: "The limit counts now." },
]

test("a model repairs a repository over HTTP: fixed, verified, exit 0", async () => {
  const root = await shop("repaired")
  await writeFile(join(root, "notes.txt"), "mine\n")
  const server = await serve(repair)
  const trace = join(folder, "trace of a repair.jsonl")
  const env = { HOME: "/dev/null/nowhere", OPENAI_API_KEY: "sk-secret-1234567890" }
  const { code, stdout, stderr } = await runCli(args(root, server, "--json", "--trace", trace), { env })
  const result = JSON.parse(stdout) as RunResult & { changes: Changes }
  expect(result).toMatchObject({
    status: "done",
    verified: true,
    proof: { command: "npm test", tests_run: 4 },
  })
  expect(result).not.toHaveProperty("current_failure")
  expect(code).toBe(0)
  expect(await readFile(join(root, "src/delivery.js"), "utf8")).toContain("subtotal >= FREE_FROM")
  expect(result.changes).toEqual({
    dirty_before: 1,
    files: [
      { path: "notes.txt", added: 1, removed: 0 },
      { path: "src/delivery.js", added: 1, removed: 1 },
    ],
  })
  expect(stderr).toMatch(/re-check +npm test +PASS/)
  expect(stderr).toContain("says         The is left out.")
  expect(server.requests[0]?.headers["authorization"]).toBe("Bearer sk-secret-1234567890")
  expect(`${stdout}${stderr}${await readFile(trace, "utf8")}`).not.toContain("sk-secret")
  expect((await call(["explain", trace, "--json"])).stdout).toContain('"status":"done"')
})

test("a model that only claims success ends unverified: exit 1, and it is said what fails", async () => {
  const root = await shop("claimed")
  const server = await serve([{ text: "All fixed." }])
  const more = ["--quiet", "--verify", "node --test", "--max-iterations", "4"]
  const { code, stdout, stderr } = await call(args(root, server, ...more))
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" })
  expect(stdout).toMatch(/verified +false/)
  expect(stdout).toMatch(/current_failure +node --test/)
  expect(stdout).toContain("an order of exactly 100.00 is delivered free")
  expect(stdout).not.toContain("says")
})

test("SIGINT stops the model's command, prints the result and exits 130", async () => {
  const root = await shop("interrupted")
  const cli = startCli(args(root, await serve([shell("trap '' TERM; touch started; sleep 60")])))
  await appeared(join(root, "started"))
  cli.kill("SIGINT")
  const { code, stdout, stderr } = await cli.ended
  expect(code).toBe(130)
  expect(stdout).toMatch(/status +aborted/)
  expect(stderr).toContain("stopping")
})

async function appeared(path: string): Promise<void> {
  while (!existsSync(path)) await wait(20)
}

test("a server that cannot be reached is no verdict on the work: exit 3", async () => {
  const root = await shop("unreachable")
  const server = await serve([])
  await server.close()
  const more = ["--set", "transport_retry.max_attempts=1", "--json"]
  const { code, stdout } = await call(args(root, server, ...more))
  expect(code).toBe(3)
  expect(JSON.parse(stdout)).toMatchObject({ status: "provider_error", verified: false })
})

test("without a model it says how to configure one", async () => {
  const { code, stdout, stderr } = await call(["run", "--repo", folder, "--task", "x", "--verify", "true"])
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  for (const said of [
    "--model NAME",
    "--base-url URL",
    "PROOFLOOP_MODEL",
    "PROOFLOOP_BASE_URL",
    "OPENAI_API_KEY",
  ]) {
    expect(stderr).toContain(said)
  }
  expect(stderr).toContain("http://127.0.0.1:11434/v1")
})

const configured = { PROOFLOOP_MODEL: "m", PROOFLOOP_BASE_URL: "http://127.0.0.1:1/v1" }

test.each([
  [["--repo", "nowhere"], "there is no folder"],
  [["--repo", "a file"], "is not a folder"],
  [[], "run needs a task"],
  [["--task", "x"], "nothing can verify the work: "],
  [["--task", "x", "--verify", "true", "--preset", "evidnce"], 'Did you mean "evidence"?'],
  [["--task", "x", "--verify", "true", "--max-iterations", "0"], "a whole number of at least 1"],
  [["--task", "x", "--verify", "true", "--set", "threshold"], "--set: expected path=value"],
  [["--task", "x", "--verify", "true", "--set", "max_iteratons=3"], 'Did you mean "max_iterations"?'],
  [["--task", "x", "--verify", "true", "--api-key-env", "MISSING"], "MISSING is not set"],
  [["--task", "x", "--verify", "true", "--base-url", "localhost"], "an http or https URL"],
])("run %j is misuse: %s", async (more, said) => {
  await writeFile(join(folder, "a file"), "")
  const { code, stdout, stderr } = await call(["run", ...more], { env: configured, cwd: folder })
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
})

test("under --gate an edit that breaks a file is undone, and manifests stay unless they are named", async () => {
  const root = await shop("gated")
  const breaking = (path: string, content: string): ScriptedStep => ({
    tool_calls: [{ name: "write_file", arguments: { path, content } }],
  })
  const script = [
    breaking("src/delivery.js", "export const = 1\n"),
    breaking("package.json", "{}\n"),
    ...repair,
  ]
  const server = await serve(script)
  const { code, stdout } = await call([...args(root, server, "--gate", "--json", "--quiet")])
  const result = JSON.parse(stdout) as RunResult & { changes: Changes }
  expect({ code, verified: result.verified }).toEqual({ code: 0, verified: true })
  expect(JSON.stringify(server.requests)).toContain("edit rejected, the file is as it was before")
  expect(JSON.parse(await readFile(join(root, "package.json"), "utf8"))).toHaveProperty("scripts")
})

test("--allow-manifest without --gate, and --gate outside a repository, are misuse", async () => {
  const server = await serve(repair)
  const plain = await call([...args(await shop("no gate"), server, "--allow-manifest", "package.json")])
  expect(plain).toMatchObject({ code: 2, stderr: expect.stringContaining("goes with --gate") })
  const bare = await mkdtemp(join(folder, "bare "))
  const outside = await call([...args(bare, server, "--gate", "--verify", "true")])
  expect(outside).toMatchObject({ code: 2, stderr: expect.stringContaining("is not in a git repository") })
})
