import { tmpdir } from "node:os"
import { git } from "@proofloop/foundation/git"
import { describe, expect, test } from "vitest"
import { pathWith, setEnvironment } from "../../../foundation/src/process/environment.fixture.ts"
import { call } from "../console/io.fixture.ts"
import { BEFORE, BROKEN, check, commit, copyForEachTest, REPOSITORY, write } from "./check.fixture.ts"

copyForEachTest()

describe("proofloop check", () => {
  test("a work tree without findings is clean and exits 0", async () => {
    expect(await check()).toEqual({ code: 0, stderr: "", stdout: "clean: nothing changed\n" })
    await write({ "ok.toml": "a = 2\n" })
    expect((await check()).stdout).toMatch(/^clean: \d+ critics looked at 1 changed file\n$/)
  })

  test("clean is said of what was read alone, and of the rest how it was read", async () => {
    await write({ "Cart.swift": "class Cart {", Makefile: "all:\n" })
    const alone = await check()
    expect(alone.code).toBe(0)
    expect(alone.stdout.replaceAll("\n", " ")).toBe(
      "nothing found: 1 .swift file, 1 Makefile as text alone (leftovers of editing, hard-coded secrets, copied files, bytes of texts, structure of other languages) ",
    )
    await write({ "ok.toml": "a = 2\n", "logo.png": "\u0000PNG" })
    const stdout = (await check()).stdout.replaceAll("\n", " ")
    expect(stdout).toMatch(
      /^clean: \d+ critics looked at 1 changed file; 1 \.swift file, 1 Makefile as text alone/,
    )
    expect(stdout).toContain("; 1 .png file by nobody, not being text")
    expect(JSON.parse((await check("--json", "ok.toml")).stdout)).toMatchObject({
      changed: 1,
      looked_at: { parsed: 1, as_text: [], unread: [] },
    })
  })

  test("what package managers installed is left out, and named, until it is ignored or staged", async () => {
    const broken = {
      "node_modules/a/ok.toml": "a = \n",
      "web/.venv/pyvenv.cfg": "",
      "web/.venv/a.toml": "a = \n",
    }
    await write(broken)
    const { code, stdout, stderr } = await check()
    expect({ code, stdout }).toEqual({ code: 0, stdout: "clean: nothing changed\n" })
    expect(stderr).toBe(
      "check: node_modules is left out (1 new file); .gitignore should name it\ncheck: web/.venv is left out (2 new files); .gitignore should name it\n",
    )
    await git(REPOSITORY.root, ["add", "--all"])
    expect((await check("--staged")).stdout).toContain("node_modules/a/ok.toml")
  })

  test("json is one document of the documented shape, alone on stdout, also as --json", async () => {
    await write(BROKEN)
    const { code, stdout, stderr } = await check("--format", "json")
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" })
    const report = JSON.parse(stdout) as Record<string, unknown>
    expect(Object.keys(report)).toEqual([
      "findings",
      "suppressed",
      "fixed",
      "unable",
      "skipped",
      "ran",
      "changed",
      "looked_at",
      "unanswered",
    ])
    expect(report).toMatchObject({
      findings: [
        { critic: "G14", path: "README.md", line: 3 },
        { critic: "G2", path: "ok.toml", line: 1 },
        { critic: "G7", path: "src/db.py", line: 5, rule: "missing_definition" },
      ],
      unable: [],
    })
    expect(report["ran"]).toEqual(
      [
        "G2 G6 G20 leftovers G10 G11 G12 imports G13 G14 G15 G23 G24 G7 G7-TS G7-GO G7-RS G7-JAVA G7-OTHER dangling stubs",
        "forged-deleted forged-skipped forged-weakened forged-mocked forged-hard-coded forged-exit forged-runner",
        "forged-suppressed secrets copies bytes structure",
      ].flatMap((line) => line.split(" ")),
    )
    expect((await check("--json")).stdout).toBe(stdout)
  })

  test("a branch is judged from where it left its base; a range needs no work tree", async () => {
    await git(REPOSITORY.root, ["checkout", "-q", "-b", "work"])
    await commit({ "src/db.py": BROKEN["src/db.py"] }, "drop seed")
    await git(REPOSITORY.root, ["checkout", "-q", "main"])
    await commit({ "ok.toml": "a = 2\n" }, "meanwhile")
    await git(REPOSITORY.root, ["checkout", "-q", "work"])
    expect((await check()).code).toBe(0)
    const branch = JSON.parse((await check("--base", "main", "--json")).stdout) as { findings: object[] }
    expect(branch.findings).toMatchObject([{ critic: "G7", path: "src/db.py" }])
    await git(REPOSITORY.root, ["checkout", "-q", "main"])
    const range = JSON.parse((await check("--base", "main", "--head", "work", "--json")).stdout) as {
      findings: object[]
    }
    expect(range).toMatchObject({ findings: branch.findings })
  })

  test("--staged judges the index and not the work tree", async () => {
    await write({ "src/db.py": BROKEN["src/db.py"], "extra.json": "{}" })
    await git(REPOSITORY.root, ["add", "src/db.py", "extra.json"])
    await write({ "src/db.py": BEFORE["src/db.py"], "untracked.json": "{", "extra.json": "{" })
    const { code, stdout } = await check("--staged", "--json")
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ findings: [{ critic: "G7", path: "src/db.py" }] })
    expect((await check("--staged", "extra.json")).code).toBe(0)
    expect((await check("--staged", "untracked.json")).stderr).toContain("no such file")
    expect((await check("--staged", "--head", "HEAD")).code).toBe(2)
  })

  test("--sandbox is refused where there is none", async () => {
    setEnvironment({ PATH: await pathWith("git") })
    const { code, stderr } = await check("--sandbox")
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("--sandbox: ") })
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
    const { code, stderr } = await call(["check", "--repo", tmpdir()], { cwd: REPOSITORY.root })
    expect(code).toBe(2)
    expect(stderr).toContain("is not in a git repository")
    const bare = await call(["check", "--repo", ".git"], { cwd: REPOSITORY.root })
    expect(bare).toMatchObject({ code: 2, stderr: expect.stringContaining("needs a work tree") })
  })

  test("--list says what there is and what is on", async () => {
    const { stdout } = await check("--list")
    expect(stdout).toMatch(/^error +G2 /m)
    expect(stdout).toMatch(/^warning +forged-deleted /m)
    expect(stdout).toMatch(/^off +G8 +.*\(run\)$/m)
    const { critics } = JSON.parse((await check("--list", "--json")).stdout) as { critics: object[] }
    expect(critics).toContainEqual(expect.objectContaining({ id: "G13", on: true, needs: "nothing" }))
  })
})
