import { initRepository } from "@proofloop/foundation/git"
import type { JsonObject } from "@proofloop/foundation/text"
import type { ToolAnnotations } from "@proofloop/runtime"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { benchIn } from "./tool_bench.fixture.ts"

async function shellIn(root: string, checks?: readonly string[]) {
  const bench = benchIn(root, checks === undefined ? {} : { checks })
  const tool = bench.tools.get("shell")
  const declared = tool?.annotations
  return {
    run: (call_arguments: JsonObject, signal?: AbortSignal) => bench.call("shell", call_arguments, signal),
    annotations: (command: unknown): ToolAnnotations | undefined =>
      typeof declared === "function" ? declared({ command } as JsonObject) : declared,
    digest: async () => tool?.content_digest?.({}),
  }
}

describe("annotations", () => {
  it.each([["npm test"], ["  npm   test  "], ["npm\ttest"], ["npm test 2>&1"], ["npm test  2>&1 "]])(
    "%j is the check",
    async (command) => {
      const { annotations } = await shellIn(await folderWith(), ["npm  test"])
      expect(annotations(command)).toEqual({
        kind: "execute",
        evidence_role: "verification",
        idempotent: true,
        check_id: "npm test",
      })
    },
  )

  it.each([
    ["npm test || true"],
    ["npm test; true"],
    ["npm test | tail"],
    ["npm\ntest"],
    ["npm test\ntrue"],
    ["npm test &"],
    ["npm test > /dev/null"],
    ["npm test 2>&1 || true 2>&1"],
    ["echo npm test"],
    ["npm tests"],
    [""],
    [null],
    [{ text: "npm test" }],
  ])("%j is an observation", async (command) => {
    const { annotations } = await shellIn(await folderWith(), ["npm test"])
    expect(annotations(command)).toEqual({ kind: "execute", evidence_role: "observation" })
  })

  it("come from the detected checks; without one everything is an observation", async () => {
    const manifest = { "package.json": '{"scripts":{"test":"true"}}' }
    expect((await shellIn(await folderWith(manifest))).annotations("npm test")?.check_id).toBe("npm test")
    expect((await shellIn(await folderWith(manifest), [])).annotations("npm test")?.evidence_role).toBe(
      "observation",
    )
    expect((await shellIn(await folderWith())).annotations("npm test")?.evidence_role).toBe("observation")
  })
})

describe("a run", () => {
  it("happens in the root", async () => {
    const { run } = await shellIn(await folderWith({ "a.txt": "hello" }))
    expect(await run({ command: "cat a.txt" })).toEqual({
      ok: true,
      output: "hello",
      exit_code: 0,
      timed_out: false,
    })
  })

  it("fails with the exit code, which the output shows too", async () => {
    const { run } = await shellIn(await folderWith())
    const result = await run({ command: "echo broken; exit 3" })
    expect(result).toEqual({ ok: false, output: "broken\n[exit code 3]", exit_code: 3, timed_out: false })
    expect((await run({ command: "printf broken; exit 3" })).output).toBe("broken\n[exit code 3]")
    expect((await run({ command: "kill -9 $$" })).output).toBe("[ended by SIGKILL]")
  })

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

  it("is interrupted by abort, which is no evidence", async () => {
    const { run } = await shellIn(await folderWith())
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 100)
    expect(await run({ command: "sleep 20" }, controller.signal)).toMatchObject({
      ok: false,
      status: "interrupted",
    })
  })

  it("keeps the head and tail of long output", async () => {
    const bench = benchIn(await folderWith(), { shell: { max_output_bytes: 100 } })
    const { output } = await bench.call("shell", { command: "seq 100000; exit 1" })
    expect(output).toMatch(/^1\n2\n.*\n\[\d+ bytes of output left out\]\n.*\n100000\n\[exit code 1\]$/s)
  })

  it.each([[""], ["  "]])("refuses the command %j", async (command) => {
    expect((await (await shellIn(await folderWith())).run({ command })).ok).toBe(false)
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
