import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { requireGit } from "@proofloop/foundation/git"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import { buildProgram } from "../../../foundation/src/process/built_program.fixture.ts"
import { proposals, removeTemplates, repositoryWith } from "./gate.fixture.ts"
import { createGate } from "./gate.ts"

/** A process each. */
const kills = Math.ceil(Number(process.env["PROOFLOOP_RUNS"] ?? 300) / 100)

const BEFORE = { "a.txt": "a\n", "b.txt": "b\n", "gone.txt": "old\n" }
const FILES = { ...BEFORE, "user.txt": "u\n" }
const AFTER = { "a.txt": "A\n".repeat(20_000), "b.txt": "B\n", "new/deep/c.txt": "c\n" }
const patches = [
  ...Object.entries(AFTER).map(([path, content]) => ({ path, content })),
  { path: "gone.txt", action: "delete" },
]
const MINE = { "user.txt": "edited by the user\n", "notes.txt": "untracked\n" }

let folder = ""
let program = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop killed gate "))
  program = await buildProgram(new URL("killed_gate.fixture.ts", import.meta.url), folder)
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await removeTemplates()
})

interface Kill {
  readonly after_ms?: number
  readonly at?: "noted" | "moved" | "unsettled"
}

/** Milliseconds until the submission ended, or its whole process group was killed. */
async function submitIn(root: string, { after_ms, at }: Kill): Promise<number> {
  const child = spawn(process.execPath, [program, JSON.stringify({ root, patches, kill_at: at })], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  })
  const closed = new Promise((resolve) => child.once("close", resolve))
  await Promise.race([new Promise((resolve) => child.stdout.once("data", resolve)), closed])
  const begun = performance.now()
  if (after_ms !== undefined && child.pid !== undefined) {
    await wait(after_ms)
    try {
      process.kill(-child.pid, "SIGKILL")
    } catch {
      // It was done by then.
    }
  }
  await closed
  return performance.now() - begun
}

async function userRepository(): Promise<string> {
  const root = await repositoryWith(FILES)
  await addFiles(root, MINE)
  await requireGit(root, ["add", "user.txt"])
  return root
}

/** Whether a new gate finds the whole commit. A partial commit, or a missing file of the user, is an error. */
async function nextFindsCommit(root: string): Promise<boolean> {
  await rm(join(root, ".git/index.lock"), { force: true })
  const gate = createGate({ root, env: {}, only: ["G2"] })
  const next = await gate.submit({ id: "next", title: "Next" }, proposals({ "next.txt": "n\n" }))
  expect(next).toMatchObject({ status: "accepted", change: { files: [{ path: "next.txt" }] } })
  const [first, ...others] = (await requireGit(root, ["log", "--format=%s"])).trim().split("\n")
  const is_whole = others.length === 2
  expect(first).toBe("change 1 [proofloop]")
  expect(others).toEqual(is_whole ? ["chore: Do it [proofloop]", "work"] : ["work"])
  for (const [path, text] of Object.entries({ ...(is_whole ? AFTER : BEFORE), ...MINE })) {
    expect(await readFile(join(root, path), "utf8")).toBe(text)
  }
  expect(await requireGit(root, ["status", "--porcelain", "-uall"])).toBe("M  user.txt\n?? notes.txt\n")
  return is_whole
}

describe("a gate whose process is killed", () => {
  it.each([
    ["noted", false],
    ["moved", true],
    ["unsettled", true],
  ] as const)("when the commit is %s", async (at, is_whole) => {
    const root = await userRepository()
    await submitIn(root, { at })
    expect(await readFile(join(root, "b.txt"), "utf8")).toBe("B\n")
    expect(await nextFindsCommit(root)).toBe(is_whole)
  })

  it("leaves the whole commit or none of it at any moment", { timeout: 60_000 + kills * 5000 }, async () => {
    const full = await submitIn(await userRepository(), {})
    const seen = { whole: 0, absent: 0 }
    for (let round = 0; round < kills; round += 1) {
      const root = await userRepository()
      await submitIn(root, { after_ms: (full * 1.1 * (round + Math.random())) / kills })
      seen[(await nextFindsCommit(root)) ? "whole" : "absent"] += 1
    }
    if (kills > 20) process.stdout.write(`${kills} killed gates: ${JSON.stringify(seen)}\n`)
    expect(seen.whole + seen.absent).toBe(kills)
  })
})
