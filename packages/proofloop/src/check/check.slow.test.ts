import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { git, initRepository } from "@proofloop/foundation/git"
import { sandboxMissing } from "@proofloop/foundation/sandbox"
import { describe, expect, onTestFinished, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { BEFORE, BROKEN, check, commit, copyForEachTest, REPOSITORY, write } from "./check.fixture.ts"

const HAS_SANDBOX = (await sandboxMissing()) === null

copyForEachTest()

describe("proofloop check", () => {
  test("what no critic could judge is not called clean", async () => {
    await write({ "ok.toml": "a = 2\n" })
    const { code, stdout } = await check("--only", "G8")
    expect(code).toBe(0)
    expect(stdout).toMatch(/^could not look {2}G8: [^\n]+\nnothing found: no critic could look\n$/)
  })

  test("sarif names rules, places and who could not look", async () => {
    await write(BROKEN)
    const { stdout } = await check("--format", "sarif")
    const { version, runs } = JSON.parse(stdout) as {
      version: string
      runs: [{ results: object[]; tool: object }]
    }
    expect(version).toBe("2.1.0")
    expect(runs[0].results[2]).toMatchObject({
      ruleId: "G7/missing_definition",
      level: "error",
      locations: [{ physicalLocation: { artifactLocation: { uri: "src/db.py" }, region: { startLine: 2 } } }],
    })
    expect(runs[0].tool).toMatchObject({
      driver: { name: "proofloop", rules: [{}, {}, { id: "G7/missing_definition" }] },
    })
  })

  test("github annotations are escaped", async () => {
    await write({ "a,b:c.json": "{" })
    const { stdout } = await check("--format", "github")
    expect(stdout).toMatch(
      /^::error file=a%2Cb%3Ac\.json,line=1,(?:col=\d+,)?title=G2 json_syntax::[^\n]+\n$/,
    )
  })

  test("names of files cannot steer the terminal", async () => {
    await write({ "red\u001b[31m\n.json": "{", "long\u001b[2J.json": "x".repeat(2 ** 21 + 1) })
    const told = await Promise.all([check(), check("--format", "github")])
    for (const { stdout, stderr } of told) {
      expect(stderr).toBe("check: long.json is left out: above 2 MiB\n")
      expect(stdout).toContain("red")
      expect(stdout).not.toContain("\u001b")
    }
  })

  test("a secret that a finding quotes is not told", async () => {
    const secret = "ghp_aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789"
    await write({
      "package.json": `{"name": "db", "type": "${secret}", "private": "no"}\n`,
      "README.md": `# db\n\nUse it.\n\n[x](../x?token=hunter2-hunter2)\n`,
    })
    const { stdout } = await check("--json")
    const { findings } = JSON.parse(stdout) as { findings: { critic: string }[] }
    expect(findings.map(({ critic }) => critic)).toEqual(["G14", "G10", "G10"])
    expect(stdout).toContain("[redacted]")
    expect(stdout).toContain('got \\"no\\"')
    expect(stdout).not.toMatch(/ghp_|hunter2/)
  })

  test("paths, --only, --off, the environment and options narrow it", async () => {
    await write(BROKEN)
    const ids = async (...args: readonly string[]) => {
      const { stdout } = await check(...args, "--json")
      return (JSON.parse(stdout) as { findings: { critic: string }[] }).findings.map(({ critic }) => critic)
    }
    expect(await ids("src")).toEqual(["G7"])
    expect(await ids("--only", "G2,g14")).toEqual(["G14", "G2"])
    expect(await ids("--off", "G2,G6,G20", "--off", "G14")).toEqual(["G7"])
    const { stdout } = await call(["check", "--json"], { cwd: REPOSITORY.root, env: { PROOFLOOP_G7: "off" } })
    expect(stdout).not.toContain('"G7"')
    await write({ "package.json": BEFORE["package.json"].replace("1.0.0", "1.1.0") })
    expect(await ids("--task-files", "src/db.py", "package.json")).toEqual(["G1"])
    expect(await ids("--task-files", "package.json", "package.json")).toEqual([])
  })

  test("a subfolder judges its repository, one without a commit too", async () => {
    await write(BROKEN)
    const { stdout } = await call(["check", "--repo", "src", "--json"], { cwd: REPOSITORY.root })
    expect(stdout).toContain("README.md")
    const fresh = join(REPOSITORY.root, "fresh")
    await mkdir(fresh)
    await initRepository(fresh)
    await writeFile(join(fresh, "x.json"), "{")
    expect((await call(["check"], { cwd: fresh })).code).toBe(1)
  })

  test("where history begins, everything is new; where it is cut off, that is said", async () => {
    await commit({ "x.json": "{" }, "second")
    expect((await check("--head", "HEAD~1")).stdout).toMatch(/^clean: \d+ critics looked at 4 changed files/)
    const clone = join(REPOSITORY.root, "clone")
    await git(REPOSITORY.root, [
      "-c",
      "protocol.file.allow=always",
      "clone",
      "-q",
      "--depth=1",
      `file://${REPOSITORY.root}`,
      clone,
    ])
    for (const args of [
      ["--base", "HEAD~1"],
      ["--head", "HEAD"],
    ]) {
      const { code, stderr } = await call(["check", ...args], { cwd: clone })
      expect(code).toBe(2)
      expect(stderr).toContain("fetch-depth: 0")
    }
  })

  test("without a commit the tests have nothing to be compared with, which is no misuse", async () => {
    const fresh = join(REPOSITORY.root, "fresh")
    await mkdir(fresh)
    await initRepository(fresh)
    await writeFile(join(fresh, "x.json"), "{}")
    const { code, stdout } = await call(["check", "--only", "G8"], { cwd: fresh })
    expect(code).toBe(0)
    expect(stdout).toContain("could not look  G8")
  })
})

describe("critics that run the code", () => {
  const project = {
    "package.json": '{\n  "name": "p",\n  "type": "module",\n  "scripts": { "test": "node --test" }\n}\n',
    "sum.js": "export const sum = (a, b) => a + b\n",
    "old.test.js":
      'import { test } from "node:test"\ntest("was broken before", () => {\n  throw new Error("old")\n})\n',
    "sum.test.js":
      'import assert from "node:assert"\nimport { test } from "node:test"\nimport { sum } from "./sum.js"\ntest("adds", () => {\n  assert.equal(sum(1, 2), 3)\n})\n',
  }

  test("G8 tells what fails now and did not at the base, of a work tree and of a commit, and leaves nothing behind", async () => {
    await commit(project, "project")
    expect((await check("--only", "G8", "--json")).stdout).toContain('"findings":[]')
    await write({ "sum.js": "export const sum = (a, b) => a - b\n" })
    const tree = JSON.parse((await check("--only", "G8", "--json")).stdout) as { findings: object[] }
    expect(tree.findings).toMatchObject([{ critic: "G8", message: expect.stringContaining("adds") }])
    await commit({ "sum.js": "export const sum = (a, b) => a - b\n" }, "break it")
    await write({ "sum.js": project["sum.js"] })
    await git(REPOSITORY.root, ["checkout", "-q", "--force", "HEAD~1"])
    await write({ "sum.js": "export const sum = (a, b) => a - b\n" })
    await git(REPOSITORY.root, ["add", "sum.js"])
    await write({ "sum.js": project["sum.js"] })
    expect((await check("--only", "G8", "--staged", "--json")).stdout).toContain("adds")
    await git(REPOSITORY.root, ["checkout", "-q", "--force", "main"])
    const range = await check("--only", "G8", "--base", "HEAD~1", "--head", "HEAD", "--json")
    expect(range.stdout).toContain('"critic":"G8"')
    expect((await git(REPOSITORY.root, ["worktree", "list"])).stdout.trim().split("\n")).toHaveLength(1)
  })

  test.skipIf(!HAS_SANDBOX)(
    "--sandbox keeps them from the rest of the machine (needs bubblewrap)",
    async () => {
      const outside = join(await mkdtemp(join(tmpdir(), "proofloop check outside ")), "stolen.txt")
      onTestFinished(() => rm(dirname(outside), { recursive: true }))
      await commit(project, "project")
      const thief = `import { writeFileSync } from "node:fs"\ntry {\n  writeFileSync(${JSON.stringify(outside)}, "a")\n} catch {}\n`
      await write({ "sum.js": `${thief}export const sum = (a, b) => a - b\n` })
      const { stdout } = await check("--only", "G8", "--json", "--sandbox")
      expect(JSON.parse(stdout)).toMatchObject({
        findings: [{ critic: "G8", message: expect.stringContaining("adds") }],
      })
      expect(existsSync(outside)).toBe(false)
      await check("--only", "G8", "--json")
      expect(existsSync(outside)).toBe(true)
    },
  )
})
