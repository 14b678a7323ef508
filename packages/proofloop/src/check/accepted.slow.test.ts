import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { git } from "@proofloop/foundation/git"
import { describe, expect, test } from "vitest"
import { check, commit, copyForEachTest, REPOSITORY, write } from "./check.fixture.ts"
import type { CheckReport } from "./report.ts"

copyForEachTest()

const judged = async (...args: readonly string[]) => {
  const { code, stdout } = await check("--only", "G2,G7", "--json", ...args)
  const report = JSON.parse(stdout) as CheckReport
  const name = ({ critic, rule, path, line }: CheckReport["findings"][number]) =>
    `${critic}/${rule} ${path}:${line ?? "-"}`
  return { code, found: report.findings.map(name), accepted: report.suppressed }
}

const GONE = "# proofloop-ignore-file G7: the fixtures have it now\ndef connect():\n    pass\n"

describe("a comment with a reason", () => {
  test("accepts findings, and that the change adds it is told", async () => {
    await write({ "src/db.py": GONE, "ok.toml": "# proofloop-ignore G2: template\na = \n" })
    const { code, found, accepted } = await judged()
    expect({ code, found }).toEqual({ code: 0, found: [] })
    expect(accepted).toMatchObject([
      { critic: "G2", by: "comment", reason: "template", is_new: true },
      { critic: "G7", by: "comment", reason: "the fixtures have it now", is_new: true },
    ])
    const { stdout } = await check("--only", "G2,G7")
    expect(stdout).toContain("accepted by this change  ok.toml:2 G2 toml_syntax, by a comment: template\n")
  })

  test("of the change itself counts for nothing with --suppressions before, and one from before does", async () => {
    await write({ "src/db.py": GONE })
    const { code, found } = await judged("--suppressions", "before")
    expect({ code, found }).toEqual({
      code: 1,
      found: ["suppression/added_by_change src/db.py:1", "G7/missing_definition src/db.py:5"],
    })
    const { BEFORE } = await import("./check.fixture.ts")
    const standing = `# proofloop-ignore-file G7: the fixtures have it now\n${BEFORE["src/db.py"]}`
    await commit({ "src/db.py": standing }, "a person accepts it")
    await write({ "src/db.py": `\n${GONE}` })
    const later = await judged("--suppressions", "before")
    expect({ code: later.code, found: later.found }).toEqual({ code: 0, found: [] })
    expect(later.accepted).toMatchObject([{ is_new: false }])
    expect((await judged("--suppressions", "none")).found).toEqual(["G7/missing_definition src/db.py:6"])
  })

  test("that moves to another line accepts nothing with --suppressions before", async () => {
    await commit({ "two.toml": "# proofloop-ignore G2: known\na = \nb = 1\n" }, "known")
    await write({ "two.toml": "a = 1\n# proofloop-ignore G2: known\nb = \n" })
    expect((await judged("--suppressions", "before")).found).toEqual([
      "suppression/added_by_change two.toml:2",
      "G2/toml_syntax two.toml:3",
    ])
  })

  test.each([
    ["# proofloop-ignore G2\na = \n", ["suppression/without_reason ok.toml:1", "G2/toml_syntax ok.toml:2"]],
    ["# proofloop-ignore G99: x\na = 1\n", ["suppression/unknown_critic ok.toml:1"]],
    ["# proofloop-ignore G2, G7: x\na = 1\n", ["suppression/unused ok.toml:1"]],
    ["# proofloop-ignore G13: x\na = 1\n", []],
    [
      "# proofloop-ignore G2/other_rule: x\na = \n",
      ["suppression/unused ok.toml:1", "G2/toml_syntax ok.toml:2"],
    ],
  ])("%j: %j", async (text, expected) => {
    await write({ "ok.toml": text })
    const { code, found } = await judged()
    expect(found).toEqual(expected)
    expect(code).toBe(expected.some((one) => one.startsWith("G")) ? 1 : 0)
    expect((await judged("--max-warnings", "0")).code).toBe(expected.length > 0 ? 1 : 0)
    const off = await judged("--severity", "suppression=off")
    expect(off.found).toEqual(expected.filter((one) => one.startsWith("G")))
  })
})

describe("severity", () => {
  test("a finding that may well be meant is a warning by itself, whatever its critic is", async () => {
    const load = (name: string) =>
      `def ${name}(path):\n    with open(path) as file:\n        return parse(file.read())\n`
    await commit({ "src/load.py": load("read_rows") }, "load")
    await write({ "src/load.py": load("read_lines") })
    const only = ["--only", "G7", "--set", "G7.strict=true"]
    const judged = async (...args: readonly string[]) => (await check(...only, ...args)).code
    expect((await check("--only", "G7")).stdout).not.toContain("G7")
    expect((await check(...only)).stdout).toMatch(/1 warning by G7/)
    expect([await judged(), await judged("--severity", "G7=error")]).toEqual([0, 1])
    await write({ "src/load.py": "x = 1\n" })
    expect(await judged()).toBe(1)
  })

  test("warnings alone exit 0 unless there are too many, and off is off", async () => {
    await write({ "ok.toml": "a = \n" })
    expect((await judged("--severity", "g2=warning")).code).toBe(0)
    expect((await check("--only", "G2", "--severity", "G2=warning")).stdout).toMatch(/1 warning by G2/)
    const { code, stderr } = await check("--only", "G2", "--severity", "G2=warning", "--max-warnings", "0")
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "check: 1 warning, more than the 0 of --max-warnings\n",
    })
    expect((await judged("--severity", "G2=off")).found).toEqual([])
  })

  test.each([
    [["--severity", "G2=loud"], "ID=LEVEL"],
    [["--severity", "G77=error"], 'no critic has the id "G77"'],
    [["--max-warnings", "few"], "--max-warnings: expected a whole number of at least 0"],
    [["--suppressions", "some"], "--suppressions: expected one of"],
    [["--baseline", "none.json"], "--baseline: none.json is not there"],
    [["--baseline", "package.json"], "is not a baseline"],
    [["--baseline", "a.json", "--write-baseline", "b.json"], "exclude each other"],
    [["--fix", "--staged"], "exclude each other"],
    [["--report", "sarif"], "--report: expected FORMAT=FILE"],
    [["--report", "sarf=x"], 'Did you mean "sarif"'],
    [["--report", "json=no/such/folder/x"], "--report: "],
    [["--write-baseline", "no/such/folder/x"], "--write-baseline: "],
  ])("%j is misuse", async (args, said) => {
    const { code, stderr } = await check("--only", "G20", ...args)
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(said) })
  })
})

describe("a baseline", () => {
  test("accepts what was there, holds when lines move, and tells one more of the same", async () => {
    await write({ "ok.toml": "a = \n" })
    const written = await check("--only", "G2,G7", "--write-baseline", "accepted.json")
    expect(written).toEqual({
      code: 0,
      stdout: "",
      stderr: "check: 1 finding accepted; accepted.json holds 1\n",
    })
    await git(REPOSITORY.root, ["add", "accepted.json"])
    expect((await judged("--baseline", "accepted.json")).found).toEqual([])
    await write({ "ok.toml": "\n\n# moved\na = \n" })
    const { accepted } = await judged("--baseline", "accepted.json")
    expect(accepted).toMatchObject([{ by: "baseline", line: 4, is_new: true }])
    await write({ "ok.toml": "a = 1\nb = \n" })
    expect((await judged("--baseline", "accepted.json")).found).toEqual(["G2/toml_syntax ok.toml:2"])
  })

  test("that the change itself writes counts for nothing with --suppressions before", async () => {
    await write({ "ok.toml": "a = \n" })
    await check("--only", "G2", "--write-baseline", "accepted.json")
    const args = ["--baseline", "accepted.json", "--suppressions", "before"]
    expect((await judged(...args)).code).toBe(1)
    await commit(
      { "accepted.json": await readFile(join(REPOSITORY.root, "accepted.json"), "utf8") },
      "accepted",
    )
    expect((await judged(...args)).code).toBe(0)
  })

  test("written again forgets what is mended and keeps what was not judged", async () => {
    await write({ "ok.toml": "a = \n", "other.toml": "b = \n" })
    await check("--only", "G2", "--write-baseline", "accepted.json")
    await write({ "ok.toml": "a = 2\n" })
    const { stderr } = await check("--only", "G2", "--write-baseline", "accepted.json", "ok.toml")
    expect(stderr).toContain("holds 1\n")
    const { findings } = JSON.parse(await readFile(join(REPOSITORY.root, "accepted.json"), "utf8")) as {
      findings: readonly { path: string }[]
    }
    expect(findings.map(({ path }) => path)).toEqual(["other.toml"])
  })
})

describe("--fix", () => {
  test("repairs what is certain, tells it, and judges again", async () => {
    await write({
      "tool.py": "```python\ndef a():\n    pass\n```\n",
      "pyproject.toml": "[tool.ruff]\nlnie-length = 100\n",
      "broken.json": "{",
    })
    const before = await check("--only", "G2,G23")
    expect(before.stdout).toContain("; --fix repairs 2\n")
    const { code, stdout } = await check("--only", "G2,G23", "--fix")
    expect(code).toBe(1)
    expect(stdout).toContain('fixed  pyproject.toml:2 G23: rename "lnie-length" to "line-length"\n')
    expect(stdout).toContain("1 finding by G2")
    const text = (name: string): Promise<string> => readFile(join(REPOSITORY.root, name), "utf8")
    expect(await text("tool.py")).toBe("def a():\n    pass\n")
    expect(await text("pyproject.toml")).toBe("[tool.ruff]\nline-length = 100\n")
    expect(await text("broken.json")).toBe("{")
  })
})
