import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { shellIn } from "./shell.fixture.ts"

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

  it("is interrupted by abort, which is no evidence", async () => {
    const { run } = await shellIn(await folderWith())
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 100)
    expect(await run({ command: "sleep 20" }, controller.signal)).toMatchObject({
      ok: false,
      status: "interrupted",
    })
  })

  it.each([[""], ["  "]])("refuses the command %j", async (command) => {
    expect((await (await shellIn(await folderWith())).run({ command })).ok).toBe(false)
  })
})
