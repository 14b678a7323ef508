import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { commitPaths, git, initRepository } from "@proofloop/foundation/git"
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest"
import { call } from "../console/io.fixture.ts"

const before = {
  "src/db.py": "def connect():\n    pass\n\n\ndef seed():\n    pass\n",
  "README.md": "# db\n\nUse it.\n",
  "package.json": '{\n  "name": "db",\n  "version": "1.0.0"\n}\n',
  "ok.toml": "a = 1\n",
}

let template = ""
let root = ""

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
}

async function commit(files: Readonly<Record<string, string>>, message: string): Promise<void> {
  await write(files)
  await commitPaths(root, Object.keys(files), message)
}

const broken = {
  "src/db.py": "def connect():\n    pass\n",
  "ok.toml": "a = \n",
  "README.md": "# db\n\n[more](no/such.md)\n",
}

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), "proofloop check template "))
  root = template
  await initRepository(root)
  await commit(before, "first")
})

afterAll(() => rm(template, { recursive: true, force: true }))

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "proofloop check "))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await cp(template, root, { recursive: true })
})

const check = async (...args: readonly string[]) => call(["check", ...args], { cwd: root })

describe("proofloop check", () => {
  test("a work tree without findings is clean and exits 0", async () => {
    expect(await check()).toEqual({ code: 0, stderr: "", stdout: "clean: nothing changed\n" })
    await write({ "ok.toml": "a = 2\n" })
    expect((await check()).stdout).toMatch(/^clean: \d+ critics looked at 1 changed file\n$/)
  })

  test("what no critic could judge is not called clean", async () => {
    await write({ "ok.toml": "a = 2\n" })
    const { code, stdout } = await check("--only", "G8")
    expect(code).toBe(0)
    expect(stdout).toMatch(/^could not look {2}G8: [^\n]+\nnothing found: no critic could look\n$/)
  })

  test("findings are told by file and line, and exit 1", async () => {
    await write(broken)
    const { code, stdout } = await check()
    expect(code).toBe(1)
    expect(stdout).toMatch(/^README\.md\n {2}3\S* +G14 /)
    expect(stdout).toMatch(/\nsrc\/db\.py\n {2}5 +G7 missing_definition\n/)
    expect(stdout).toMatch(/3 findings by G14, G2, G7/)
  })

  test("json is one document of the documented shape, alone on stdout, also as --json", async () => {
    await write(broken)
    const { code, stdout, stderr } = await check("--format", "json")
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" })
    const report = JSON.parse(stdout) as Record<string, unknown>
    expect(Object.keys(report)).toEqual(["findings", "unable", "ran"])
    expect(report).toMatchObject({
      findings: [
        { critic: "G14", path: "README.md", line: 3 },
        { critic: "G2", path: "ok.toml", line: 1 },
        { critic: "G7", path: "src/db.py", line: 5, rule: "missing_definition" },
      ],
      unable: [],
    })
    expect(report["ran"]).toEqual(
      "G2 G6 G20 G10 G11 G12 G13 G14 G15 G23 G24 G7 G7-TS G7-GO G7-RS G7-JAVA".split(" "),
    )
    expect((await check("--json")).stdout).toBe(stdout)
  })

  test("sarif names rules, places and who could not look", async () => {
    await write(broken)
    const { stdout } = await check("--format", "sarif")
    const { version, runs } = JSON.parse(stdout) as {
      version: string
      runs: [{ results: object[]; tool: object }]
    }
    expect(version).toBe("2.1.0")
    expect(runs[0].results[2]).toMatchObject({
      ruleId: "G7/missing_definition",
      level: "error",
      locations: [{ physicalLocation: { artifactLocation: { uri: "src/db.py" }, region: { startLine: 5 } } }],
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

  test("a branch is judged from where it left its base; a range needs no work tree", async () => {
    await git(root, ["checkout", "-q", "-b", "work"])
    await commit({ "src/db.py": broken["src/db.py"] }, "drop seed")
    await git(root, ["checkout", "-q", "main"])
    await commit({ "ok.toml": "a = 2\n" }, "meanwhile")
    await git(root, ["checkout", "-q", "work"])
    expect((await check()).code).toBe(0)
    const branch = JSON.parse((await check("--base", "main", "--json")).stdout) as { findings: object[] }
    expect(branch.findings).toMatchObject([{ critic: "G7", path: "src/db.py" }])
    await git(root, ["checkout", "-q", "main"])
    const range = JSON.parse((await check("--base", "main", "--head", "work", "--json")).stdout) as {
      findings: object[]
    }
    expect(range).toMatchObject({ findings: branch.findings })
  })

  test("paths, --only, --off, the environment and options narrow it", async () => {
    await write(broken)
    const ids = async (...args: readonly string[]) => {
      const { stdout } = await check(...args, "--json")
      return (JSON.parse(stdout) as { findings: { critic: string }[] }).findings.map(({ critic }) => critic)
    }
    expect(await ids("src")).toEqual(["G7"])
    expect(await ids("--only", "G2,g14")).toEqual(["G14", "G2"])
    expect(await ids("--off", "G2,G6,G20", "--off", "G14")).toEqual(["G7"])
    const { stdout } = await call(["check", "--json"], { cwd: root, env: { PROOFLOOP_G7: "off" } })
    expect(stdout).not.toContain('"G7"')
    await write({ "package.json": before["package.json"].replace("1.0.0", "1.1.0") })
    expect(await ids("--task-files", "src/db.py", "package.json")).toEqual(["G1"])
    expect(await ids("--task-files", "package.json", "package.json")).toEqual([])
  })

  test("a subfolder judges its repository, one without a commit too", async () => {
    await write(broken)
    const { stdout } = await call(["check", "--repo", "src", "--json"], { cwd: root })
    expect(stdout).toContain("README.md")
    const fresh = join(root, "fresh")
    await mkdir(fresh)
    await initRepository(fresh)
    await writeFile(join(fresh, "x.json"), "{")
    expect((await call(["check"], { cwd: fresh })).code).toBe(1)
  })

  test("where history begins, everything is new; where it is cut off, that is said", async () => {
    await commit({ "x.json": "{" }, "second")
    expect((await check("--head", "HEAD~1")).stdout).toMatch(/^clean: \d+ critics looked at 4 changed files/)
    const clone = join(root, "clone")
    await git(root, ["-c", "protocol.file.allow=always", "clone", "-q", "--depth=1", `file://${root}`, clone])
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
    const fresh = join(root, "fresh")
    await mkdir(fresh)
    await initRepository(fresh)
    await writeFile(join(fresh, "x.json"), "{}")
    const { code, stdout } = await call(["check", "--only", "G8"], { cwd: fresh })
    expect(code).toBe(0)
    expect(stdout).toContain("could not look  G8")
  })

  test.each([
    [["no/such.py"], /no\/such\.py: no such file in this repository/],
    [[tmpdir()], /no such file in this repository/],
    [["--schema-dir", "nowhere"], /--schema-dir: nowhere is not a folder/],
    [["--off", "__proto__"], /__proto__/],
    [["--set", "constructor.x=1"], /constructor/],
    [["--only", "G99"], /G99/],
    [["--only", "g1x"], /Did you mean "g1/i],
    [["--base", "nowhere"], /--base: "nowhere" names no commit/],
    [["--base", "--output=x"], /--base/],
    [["--repo", "no/such"], /--repo: no\/such is not a folder/],
    [["--format", "xml"], /format/],
    [["--set", "G13.shrink_flor=0.5"], /shrink_floor/],
    [["--set", "G13=1"], /ID\.OPTION=VALUE/],
  ])("%j is misuse", async (args, said) => {
    const { code, stdout, stderr } = await check(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toMatch(said)
  })

  test("outside a repository it is misuse", async () => {
    const { code, stderr } = await call(["check", "--repo", tmpdir()], { cwd: root })
    expect(code).toBe(2)
    expect(stderr).toContain("is not in a git repository")
    const bare = await call(["check", "--repo", ".git"], { cwd: root })
    expect(bare).toMatchObject({ code: 2, stderr: expect.stringContaining("needs a work tree") })
  })

  test("--list says what there is and what is on", async () => {
    const { stdout } = await check("--list")
    expect(stdout).toMatch(/^on +G2 /m)
    expect(stdout).toMatch(/^off +G8 +.*\(run\)$/m)
    const { critics } = JSON.parse((await check("--list", "--json")).stdout) as { critics: object[] }
    expect(critics).toContainEqual(expect.objectContaining({ id: "G13", on: true, needs: "nothing" }))
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
    const range = await check("--only", "G8", "--base", "HEAD~1", "--head", "HEAD", "--json")
    expect(range.stdout).toContain('"critic":"G8"')
    expect((await git(root, ["worktree", "list"])).stdout.trim().split("\n")).toHaveLength(1)
  })
})
