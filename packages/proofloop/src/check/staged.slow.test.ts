import { spawnSync } from "node:child_process"
import { chmod, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { beforeEach, describe, expect, test } from "vitest"
import { command } from "../console/process.fixture.ts"
import { copyForEachTest, REPOSITORY, write } from "./check.fixture.ts"

copyForEachTest()

describe("the documented pre-commit hook", () => {
  beforeEach(async () => {
    const hook = join(REPOSITORY.root, ".git/hooks/pre-commit")
    await mkdir(join(REPOSITORY.root, ".git/hooks"), { recursive: true })
    await writeFile(hook, `#!/bin/sh\nexec "${process.execPath}" "${command}" check --staged\n`)
    await chmod(hook, 0o755)
  })

  test("lets an untracked or unstaged fault alone", async () => {
    await write({ "ok.toml": "a = 2\n", "scratch.json": "{", "package.json": "{" })
    git("add", "ok.toml")
    expect(git("commit", "-m", "second")).toMatchObject({ status: 0 })
  })

  test("stops a staged fault that the work tree no longer has", async () => {
    await write({ "ok.toml": "a = \n" })
    git("add", "ok.toml")
    await write({ "ok.toml": "a = 2\n" })
    const { status, output } = git("commit", "-m", "second")
    expect(status).toBe(1)
    expect(output).toContain("ok.toml")
    git("add", "ok.toml")
    expect(git("commit", "-m", "second").status).toBe(0)
  })

  test.each([
    ["commit --all", ["commit", "--all", "-m", "second"]],
    ["a commit of some paths", ["commit", "-m", "second", "ok.toml"]],
  ])("%s is judged by the index that it makes", async (_what, args) => {
    await write({ "ok.toml": "a = \n" })
    expect(git(...args).status).toBe(1)
    await write({ "ok.toml": "a = 2\n" })
    expect(git(...args)).toMatchObject({ status: 0 })
  })

  test("a commit of some paths lets what is staged beside them alone", async () => {
    await write({ "ok.toml": "a = 2\n", "package.json": "{" })
    git("add", "package.json")
    expect(git("commit", "-m", "second", "ok.toml").status).toBe(0)
  })

  test("a linked work tree and a subfolder work", async () => {
    const linked = join(REPOSITORY.root, "linked tree")
    git("worktree", "add", "-q", "--detach", linked)
    await writeFile(join(linked, "ok.toml"), "a = \n")
    expect(git("-C", linked, "commit", "--all", "-m", "second").status).toBe(1)
    await writeFile(join(linked, "ok.toml"), "a = 2\n")
    expect(git("-C", join(linked, "src"), "commit", "--all", "-m", "second")).toMatchObject({ status: 0 })
  })
})

/** As a person at a terminal runs it, with hooks. */
function git(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const identity = [
    "-c",
    "user.name=person",
    "-c",
    "user.email=person@localhost",
    "-c",
    "commit.gpgsign=false",
  ]
  const env = { PATH: process.env["PATH"], HOME: REPOSITORY.root }
  const { status, stdout, stderr } = spawnSync("git", [...identity, ...args], {
    cwd: REPOSITORY.root,
    encoding: "utf8",
    env,
  })
  return { status, output: `${stdout}${stderr}` }
}
