import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { afterAll, describe, expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { setEnvironment } from "../../../../foundation/src/process/environment.fixture.ts"
import { HAS_SANDBOX } from "../../../../foundation/src/sandbox/rooms.fixture.ts"
import type { Checks } from "../checks.ts"
import { published, removeTemplate, TEST_PATH, HEAD } from "../forge.fixture.ts"
import { localForge } from "../local_forge.ts"
import type { LocalChecksOptions } from "./checks.ts"

afterAll(removeTemplate)

async function bench(options: Partial<LocalChecksOptions> = {}) {
  const made = await published()
  const checks = { command: `node --test ${TEST_PATH}`, runner: hostRunner(), ...options }
  const open = () => localForge({ repository: made.bare, checks })
  const forge = open()
  for (const [branch, commit] of Object.entries({ [HEAD]: made.tested, "auto/proofloop/red": made.red }))
    await forge.git.push(made.root, commit, branch)
  return { ...made, open, checks: forge.checks ?? never() }
}

async function settled(checks: Checks, commit: string) {
  for (;;) {
    const [check] = await checks.of(commit)
    if (check !== undefined && check.state !== "pending") return check
    await wait(20)
  }
}

describe("the checks of a local forge", () => {
  it("run the test command on a commit, once, and keep what came of it", async () => {
    const { checks, open, bare, tested, red } = await bench()
    expect(await checks.of(tested)).toMatchObject([{ name: "test", state: "pending", log_id: null }])
    expect(await settled(checks, tested)).toEqual({
      name: "test",
      commit: tested,
      kind: "run",
      state: "passed",
      told: "exit code 0",
      summary: "exit code 0, without a sandbox",
      url: null,
      log_id: tested,
    })
    expect(await settled(checks, red)).toMatchObject({ state: "failed", told: "exit code 1" })
    expect(await checks.log(red)).toContain("AssertionError")
    expect(await checks.required("next")).toEqual(["test"])
    const path = join(bare, "proofloop/checks", `${tested}.json`)
    const before = await readFile(path, "utf8")
    expect(await open().checks?.of(tested)).toMatchObject([{ state: "passed" }])
    expect(await readFile(path, "utf8")).toBe(before)
    await writeFile(path, "{}")
    await expect(checks.of(tested)).rejects.toThrow("delete it to have it run again")
  })

  it("are begun once by several who ask", async () => {
    const { open, tested } = await bench({ command: "echo begun" })
    const all = [open(), open(), open()].map(({ checks }) => checks ?? never())
    expect(await Promise.all(all.map((checks) => settled(checks, tested)))).toMatchObject([
      { state: "passed" },
      { state: "passed" },
      { state: "passed" },
    ])
    expect(await all[0]?.log(tested)).toBe("begun\n")
  })

  it("say nothing about a commit that could not be tested", async () => {
    const { checks, tested } = await bench({ setup: "exit 3" })
    expect(await settled(checks, tested)).toMatchObject({
      state: "cancelled",
      told: 'the set-up "exit 3" ended with exit code 3',
    })
    expect(await settled(checks, "a".repeat(40))).toMatchObject({ state: "cancelled" })
    await expect(checks.of("HEAD")).rejects.toMatchObject({ code: "forge_error" })
    await expect(checks.log("b".repeat(40))).rejects.toMatchObject({ problem: "missing" })
  })

  it.each([
    [{ command: "no-such-runner --all" }, /^no-such-runner --all could not be started: .*not found/],
    [{ command: "exit 1", unable: async () => "lacks a package" }, /^exit 1 lacks a package$/],
  ])("say nothing about a commit with %j", async (options, told) => {
    const { checks, tested } = await bench(options)
    expect(await settled(checks, tested)).toMatchObject({
      state: "cancelled",
      told: expect.stringMatching(told),
    })
  })

  it("are run again by the next process that asks, where they said nothing", async () => {
    const flag = join(await folderWith({}), "installed")
    const { checks, open, tested } = await bench({ command: `test -e '${flag}' || exit 127` })
    expect(await settled(checks, tested)).toMatchObject({ state: "cancelled" })
    await writeFile(flag, "")
    expect(await checks.of(tested)).toMatchObject([{ state: "cancelled" }])
    expect(await settled(open().checks ?? never(), tested)).toMatchObject({ state: "passed" })
    expect(await checks.of(tested)).toMatchObject([{ state: "passed" }])
  })

  it("fail when the command takes too long", async () => {
    const { checks, tested } = await bench({ command: "sleep 60", timeout_ms: 50 })
    expect(await settled(checks, tested)).toMatchObject({ state: "failed", told: "timed out" })
  })

  it.each([
    [{ command: " " }, "checks.command"],
    [{ command: "x", timeout_ms: 0 }, "checks.timeout_ms"],
    [{ command: "x", comand: "y" }, "comand"],
  ])("refuse %j", async (options, said) => {
    const { bare } = await published()
    expect(() => localForge({ repository: bare, checks: options })).toThrow(said)
  })
})

describe.skipIf(!HAS_SANDBOX)("the checks of a local forge in a sandbox (needs bubblewrap)", () => {
  it("see no variable of this process", async () => {
    setEnvironment({ PROOFLOOP_THIEF: "secret" })
    const { checks, tested } = await bench({
      command: "cat /proc/*/environ | tr '\\0' '\\n' | grep PROOFLOOP_THIEF || echo nothing",
      runner: undefined,
    })
    const check = await settled(checks, tested)
    expect(check).toMatchObject({ state: "passed", summary: "exit code 0" })
    expect(await checks.log(tested)).toContain("nothing")
  })
})

function never(): never {
  throw new Error("it has checks")
}
