import { initRepository } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { shellIn } from "./shell.fixture.ts"
import { benchIn } from "./tool_bench.fixture.ts"

describe("a run", () => {
  it("ends after its time, which a call may shorten but not lengthen", async () => {
    const bench = benchIn(await folderWith(), { shell: { timeout_ms: 1500 } })
    const result = await bench.call("shell", { command: "echo up; sleep 60", timeout_ms: 300 })
    expect(result).toMatchObject({
      ok: false,
      output: expect.stringMatching(/\[timed out\]$/),
      timed_out: true,
    })
    expect((await bench.call("shell", { command: "true", timeout_ms: 2000 })).error).toMatch(/timeout_ms/)
    expect((await bench.call("shell", { command: "sleep 20" })).timed_out).toBe(true)
  })

  it("keeps the head and tail of long output", async () => {
    const bench = benchIn(await folderWith(), { shell: { max_output_bytes: 100 } })
    const { output } = await bench.call("shell", { command: "seq 100000; exit 1" })
    expect(output).toMatch(/^1\n2\n.*\n\[\d+ bytes of output left out\]\n.*\n100000\n\[exit code 1\]$/s)
  })
})

describe("the content digest", () => {
  it.each([
    ["sed -i s/1/2/ a.txt", true],
    ["echo 1 > a.txt", false],
    ["cat a.txt", false],
    ["touch a.txt", false],
    ["rm a.txt", true],
    ["mkdir -p d && echo x > d/new.txt", true],
    ["mkdir empty", false],
    ["git add a.txt", false],
  ])("of %s tells a write from a look", async (command, is_write) => {
    const root = await folderWith({ "a.txt": "1\n" })
    await initRepository(root)
    const { run, digest } = await shellIn(root)
    const before = await digest()
    expect((await run({ command })).ok).toBe(true)
    expect((await digest()) !== before).toBe(is_write)
  })
})
