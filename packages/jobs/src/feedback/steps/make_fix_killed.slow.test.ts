import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { afterAll, beforeAll, expect, it } from "vitest"
import { buildProgram, endOf } from "../../../../foundation/src/process/built_program.fixture.ts"
import { linkParsers } from "../../../../stdlib/src/parsers/linked_parsers.fixture.ts"
import { fixBranch } from "./fix_branch.ts"
import { GOOD_EDIT, goodTest, sharedRepository, subjectsOf } from "./fixing.fixture.ts"

const repository = sharedRepository()
let folder = ""
let program = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop killed "))
  await linkParsers(folder)
  program = await buildProgram(new URL("make_fix_killed.fixture.ts", import.meta.url), folder)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(branch: string, kill_at: string): Promise<string | number | null> {
  const { root, base: base_commit } = repository
  const job = { root, base_commit, branch, edits: [GOOD_EDIT], test: goodTest, kill_at }
  const child = spawn(process.execPath, [program, JSON.stringify(job)], {
    stdio: ["ignore", "inherit", "inherit"],
  })
  return endOf(child)
}

const STEPS = [
  "fix edit",
  "fix commit",
  "fix move",
  "fix clean",
  "test write",
  "test commit",
  "test move",
  "test clean",
]

it.each(STEPS)(
  "killed before %s and started again, there is one fix and one test, and no tree",
  async (kill_at) => {
    const { root } = repository
    const id = `fb-${STEPS.indexOf(kill_at)}`
    const branch = fixBranch(id)
    const before = await requireGit(root, ["status", "--porcelain=v2", "--branch"])
    expect(await run(branch, kill_at)).toBe("SIGKILL")
    expect(await requireGit(root, ["worktree", "list"])).toContain("proofloop-tree-")
    expect(await requireGit(root, ["status", "--porcelain=v2", "--branch"])).toBe(before)
    expect(await run(branch, "")).toBe(0)
    expect(await subjectsOf(root, branch)).toEqual([
      `test: regression test of feedback ${id}`,
      `fix: feedback ${id}`,
      "first",
    ])
    expect(await requireGit(root, ["worktree", "list"])).not.toContain("proofloop-tree-")
  },
)
