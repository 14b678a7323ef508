import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../packages/foundation/src/files/workspace.fixture.ts"
import type { Case } from "./case.ts"
import { runCase } from "./run_case.ts"
import { PLAYED, program } from "./stdio.fixture.ts"
import { stdioImplementation } from "./stdio.ts"

const served = fileURLToPath(new URL("fixtures/served.ts", import.meta.url))

describe("stdioImplementation", () => {
  it("plays cases against a program as it does in process", async () => {
    const implementation = await stdioImplementation({
      command: [process.execPath, "--import", "tsx", served],
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
      timeout_ms: 120_000,
      start_timeout_ms: 120_000,
    })
    expect(implementation).toMatchObject({
      name: "proofloop",
      capabilities: ["detector", "config", "loop", "golden", "forged"],
    })
    expect(await runCase(implementation, PLAYED)).toMatchObject({ status: "passed" })
    const wrong = { ...PLAYED, script: [{ call: "list", ok: "a", expect: { streak: 7 } }] }
    expect(await runCase(implementation, wrong)).toMatchObject({
      status: "failed",
      message: "script[0]: streak: expected 7, got 1",
    })
    await implementation.close()
  })

  it("skips what the implementation does not do", async () => {
    const implementation = await stdioImplementation({ command: await program("") })
    const loop: Case = { ...PLAYED, kind: "loop" }
    expect(await runCase(implementation, loop)).toMatchObject({
      status: "skipped",
      message: "other does not do loop cases",
    })
    await implementation.close()
  })

  it("refuses a program that cannot be started, or has nothing to offer", async () => {
    const missing = join(await folderWith(), "missing")
    await expect(stdioImplementation({ command: [missing] })).rejects.toThrow("no such program")
    const mute = [process.execPath, "-e", "setTimeout(() => {}, 9000)"] as const
    await expect(stdioImplementation({ command: [...mute], start_timeout_ms: 300 })).rejects.toThrow(
      "no reply to hello",
    )
  })
})
