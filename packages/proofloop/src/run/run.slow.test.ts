import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { RunResult } from "@proofloop/runtime"
import type { ScriptedStep } from "@proofloop/runtime/testing"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { startCli } from "../console/process.fixture.ts"
import type { Changes } from "./changes.ts"
import { serve, shop, args, shell, repair } from "./run.fixture.ts"

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
