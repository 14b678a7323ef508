import { spawnSync } from "node:child_process"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { type Started, startCli } from "../../console/process.fixture.ts"
import { check, copyForEachTest, REPOSITORY, write } from "../check.fixture.ts"

copyForEachTest()

const WAITING = "check: waiting for changes; Ctrl-C ends it\n"

const watch = (...args: readonly string[]): Started => {
  const started = startCli(["check", "--watch", "--format", "json", ...args], { cwd: REPOSITORY.root })
  onTestFinished(async () => {
    started.kill("SIGKILL")
    await started.ended
  })
  return started
}

/** After so many runs. */
const runs = (started: Started, count: number): Promise<void> => started.said(WAITING.repeat(count))

const pathsOf = (stdout: string): string[][] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).findings.map(({ path }: { readonly path: string }) => path))

test("judges again when files change, and not for what git ignores or puts nowhere", async () => {
  await write({ ".gitignore": "out/\n*.log\n", "out/a.txt": "a\n" })
  const watching = watch()
  await runs(watching, 1)
  await write({ "ok.toml": "a = \n" })
  await runs(watching, 2)
  await write({ "out/a.txt": "b\n", "server.log": "c\n", ".git/COMMIT_EDITMSG": "d\n" })
  await mkdir(join(REPOSITORY.root, "made/inner"), { recursive: true })
  await runs(watching, 3)
  await write({ "made/inner/deep.json": "{" })
  await runs(watching, 4)
  await write({ "ok.toml": "a = 1\n" })
  await rm(join(REPOSITORY.root, "made"), { recursive: true })
  await runs(watching, 5)
  watching.kill("SIGINT")
  const { code, stdout } = await watching.ended
  expect(pathsOf(stdout)).toEqual([[], ["ok.toml"], ["ok.toml"], ["made/inner/deep.json", "ok.toml"], []])
  expect(code).toBe(0)
})

test("the last state is the exit code, and what is written as a run ends is judged after it", async () => {
  const watching = watch()
  await runs(watching, 1)
  await write({ "package.json": "{" })
  await watching.said('"path":"package.json"')
  await write({ "ok.toml": "a = \n" })
  await watching.said('"path":"ok.toml"')
  await runs(watching, 3)
  watching.kill("SIGTERM")
  const { code, stdout } = await watching.ended
  expect(new Set(pathsOf(stdout).at(-1))).toEqual(new Set(["ok.toml", "package.json"]))
  expect(code).toBe(1)
})

test("with --staged it is the index that is watched", async () => {
  const watching = watch("--staged")
  await runs(watching, 1)
  await write({ "ok.toml": "a = \n" })
  git("add", "ok.toml")
  await runs(watching, 2)
  await write({ "ok.toml": "a = 1\n" })
  git("add", "ok.toml")
  await runs(watching, 3)
  watching.kill("SIGINT")
  const { code, stdout } = await watching.ended
  expect(pathsOf(stdout)).toEqual([[], ["ok.toml"], []])
  expect(code).toBe(0)
})

test("a report that a run writes is no change", async () => {
  const watching = watch("--report", "markdown=report.md")
  await runs(watching, 1)
  await write({ "ok.toml": "a = 2\n" })
  await runs(watching, 2)
  await write({ "ok.toml": "a = 3\n" })
  await runs(watching, 3)
  watching.kill("SIGINT")
  expect(pathsOf((await watching.ended).stdout)).toHaveLength(3)
})

test("what does not settle is refused", async () => {
  for (const other of [["--fix"], ["--head", "HEAD"], ["--write-baseline", "b.json"]]) {
    const { code, stderr } = await check("--watch", ...other)
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("exclude each other") })
  }
})

function git(...args: readonly string[]): void {
  const { status, stderr } = spawnSync("git", args, { cwd: REPOSITORY.root, encoding: "utf8" })
  if (status !== 0) throw new Error(stderr)
}
