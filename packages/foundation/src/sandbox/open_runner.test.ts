import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { setEnvironment } from "../process/environment.fixture.ts"
import { openRunner } from "./open_runner.ts"
import { HAS_SANDBOX } from "./rooms.fixture.ts"

describe("openRunner", () => {
  it.skipIf(!HAS_SANDBOX)("takes bubblewrap where it works (needs bubblewrap)", async () => {
    expect((await openRunner()).sandbox).toBe("bubblewrap")
  })

  it("refuses where there is no sandbox, and names the option that does without", async () => {
    setEnvironment({ PATH: "/nowhere" })
    await expect(openRunner()).rejects.toMatchObject({
      code: "no_sandbox",
      message: expect.stringMatching(/^no sandbox for commands that a model decided: .*--unsafe-host-runner/),
    })
  })

  it("gives commands that name no limit the ones it was opened with", async () => {
    const tree = await mkdtemp(join(tmpdir(), "proofloop-room-"))
    onTestFinished(() => rm(tree, { recursive: true, force: true }))
    const runner = await openRunner({ unsafe_host_runner: true, max_disk_bytes: 2 ** 20 })
    const room = await runner.open(tree)
    onTestFinished(() => room.close())
    const command = "head -c 3000000 /dev/zero > big"
    expect((await room.run({ command })).exit_code).not.toBe(0)
    expect(await room.run({ command, max_disk_bytes: 2 ** 30 })).toMatchObject({ exit_code: 0 })
    await expect(room.run({ command, max_disk_bytes: 0 })).rejects.toThrow("max_disk_bytes")
  })

  it("takes this machine when the owner says so", async () => {
    expect((await openRunner({ unsafe_host_runner: true })).sandbox).toBe("none")
  })
})
