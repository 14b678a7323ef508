import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Case } from "./case.ts"
import { runCase } from "./run_case.ts"
import { stdioImplementation } from "./stdio.ts"

const played: Case = {
  id: "case",
  description: "same call twice",
  requirement: "actions.key.name",
  kind: "detector",
  options: { stall_diagnostics: { threshold: 2 } },
  tools: {},
  script: [
    { call: "list", ok: "a" },
    { call: "list", ok: "a", expect: { streak: 2, warning: { pattern: "repeated_same_observation" } } },
  ],
}

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "conformance stdio "))
})
afterAll(async () => rm(folder, { recursive: true, force: true }))

/** A program that says hello and then answers every message as the given function body does. */
async function program(body: string): Promise<[string, ...string[]]> {
  const file = join(folder, `${Math.random()}.mjs`)
  await writeFile(
    file,
    `import { createInterface } from "node:readline"
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, type } = JSON.parse(line)
      const say = (reply) => process.stdout.write(JSON.stringify({ id, ...reply }) + "\\n")
      if (type === "hello") say({ name: "other", capabilities: ["detector"] })
      else { ${body} }
    }`,
  )
  return [process.execPath, file]
}

const served = fileURLToPath(new URL("fixtures/served.ts", import.meta.url))

describe("stdioImplementation", () => {
  it("plays cases against a program as it does in process", async () => {
    const implementation = await stdioImplementation({
      command: [process.execPath, "--import", "tsx", served],
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
      timeout_ms: 15_000,
    })
    expect(implementation).toMatchObject({
      name: "proofloop",
      capabilities: ["detector", "config", "loop", "golden"],
    })
    expect(await runCase(implementation, played)).toMatchObject({ status: "passed" })
    const wrong = { ...played, script: [{ call: "list", ok: "a", expect: { streak: 7 } }] }
    expect(await runCase(implementation, wrong)).toMatchObject({
      status: "failed",
      message: "script[0]: streak: expected 7, got 1",
    })
    await implementation.close()
  })

  it("skips what the implementation does not do", async () => {
    const implementation = await stdioImplementation({ command: await program("") })
    const loop: Case = { ...played, kind: "loop" }
    expect(await runCase(implementation, loop)).toMatchObject({
      status: "skipped",
      message: "other does not do loop cases",
    })
    await implementation.close()
  })

  it.each([
    ["hangs", "", "no reply to start within 500 ms"],
    ["crashes", 'console.error("out of gears"); process.exit(3)', "ended (exit 3): out of gears"],
    ["prints garbage", 'process.stdout.write("ready\\n")', "not a reply: ready"],
    ["answers another message", "say({ id: 99 })", "reply to an unknown id 99"],
    ["leaves out the step", "say({})", "reply to propose has no step"],
  ])("fails the case when the program %s, and starts afresh for the next", async (_what, body, message) => {
    const timeout_ms = body === "" ? 500 : 60_000
    const implementation = await stdioImplementation({ command: await program(body), timeout_ms })
    for (let time = 0; time < 2; time += 1) {
      const outcome = await runCase(implementation, played)
      expect(outcome.status).toBe("failed")
      expect(outcome.message).toContain(message)
    }
    await implementation.close()
  })

  it("refuses a program that cannot be started, or has nothing to offer", async () => {
    await expect(stdioImplementation({ command: [join(folder, "missing")] })).rejects.toThrow("ENOENT")
    const mute = [process.execPath, "-e", "setTimeout(() => {}, 9000)"] as const
    await expect(stdioImplementation({ command: [...mute], start_timeout_ms: 300 })).rejects.toThrow(
      "no reply to hello",
    )
  })
})
