import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { RunResult } from "@proofloop/runtime"
import { expect, test } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { call } from "../console/io.fixture.ts"
import { runCli } from "../console/process.fixture.ts"
import type { Changes } from "./changes.ts"
import { args, repair, serve, shop } from "./run.fixture.ts"

test("a model repairs a repository over HTTP: fixed, verified, exit 0", async () => {
  const root = await shop("repaired")
  await writeFile(join(root, "notes.txt"), "mine\n")
  const server = await serve(repair)
  const trace = join(await folderWith(), "trace of a repair.jsonl")
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
