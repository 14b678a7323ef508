import { describe, expect, it, onTestFinished } from "vitest"
import { openRunner } from "./open_runner.ts"
import { HAS_SANDBOX } from "./rooms.fixture.ts"

function withPath(path: string): void {
  const before = process.env["PATH"]
  process.env["PATH"] = path
  onTestFinished(() => void (process.env["PATH"] = before))
}

describe("openRunner", () => {
  it.skipIf(!HAS_SANDBOX)("takes bubblewrap where it works (needs bubblewrap)", async () => {
    expect((await openRunner()).sandbox).toBe("bubblewrap")
  })

  it("refuses where there is no sandbox, and names the option that does without", async () => {
    withPath("/nowhere")
    await expect(openRunner()).rejects.toMatchObject({
      code: "no_sandbox",
      message: expect.stringMatching(/^no sandbox for commands that a model decided: .*--unsafe-host-runner/),
    })
  })

  it("takes this machine when the owner says so", async () => {
    expect((await openRunner({ unsafe_host_runner: true })).sandbox).toBe("none")
  })
})
