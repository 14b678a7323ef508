import { execFileSync } from "node:child_process"
import { readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../setup.mjs"
import { folderOf, write } from "./folder.fixture.ts"
import { commit, git, pullRequest, TWO } from "./pull_request.fixture.ts"
import { runAction } from "./run_action.ts"

const file = join(root, "actions/check/action.yml")

describe("the check action", () => {
  it("judges what a pull request changes and nothing else, in a clone of one commit", async () => {
    const folder = pullRequest({ "db.py": TWO.slice(0, 24), "README.md": "# x\n\n[gone](no/such.md)\n" })
    const { code, output, outputs, summary } = await runAction(
      file,
      folder,
      { sarif: "out.sarif", severity: "G14=warning" },
      { GITHUB_BASE_REF: "main" },
    )
    expect({ code, output }).toMatchObject({ code: 1 })
    expect(output).toContain("::error file=db.py,line=2,title=G7 missing_definition::")
    expect(output).toContain("::warning file=README.md,line=3,")
    expect(output).not.toMatch(/meanwhile|later|shallow/)
    expect(outputs).toEqual({ errors: "1", warnings: "1", accepted: "0", unable: "0" })
    expect(summary).toMatch(/^### proofloop check: 1 error and 1 warning \(\d+ critics, 2 changed files\)\n/)
    expect(summary).toContain("| db.py:2 | error G7 missing_definition |")
    expect(readFileSync(join(folder, "out.sarif"), "utf8")).toContain('"ruleId": "G7/missing_definition"')
  })

  it("lets no pull request accept its own findings where it is told so, and says which it does accept", async () => {
    const excused = `# proofloop-ignore-file G7: not needed | any more\n${TWO.slice(0, 24)}`
    const folder = pullRequest({ "db.py": excused })
    const told = await runAction(file, folder, {}, { GITHUB_BASE_REF: "main" })
    expect({ code: told.code, output: told.output }).toMatchObject({ code: 0 })
    expect(told.output).toContain(
      "::notice file=db.py,line=2,title=G7 missing_definition::accepted by this change",
    )
    expect(told.summary).toContain("| db.py:2 | G7 missing_definition | not needed \\| any more |")
    const strict = await runAction(file, folder, { suppressions: "before" }, { GITHUB_BASE_REF: "main" })
    expect(strict.code).toBe(1)
    const configured = {
      "db.py": excused,
      "proofloop.config.json": '{ "check": { "suppressions": "none" } }',
    }
    expect((await runAction(file, pullRequest(configured), {}, { GITHUB_BASE_REF: "main" })).code).toBe(1)
  })

  it("judges a push from what was there before, and takes paths with spaces", async () => {
    const folder = folderOf({})
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder, { "a b/ok.toml": "a = 1\n", "other.toml": "a = 1\n" }, "first")
    const before = git(folder, "rev-parse", "HEAD").trim()
    commit(folder, { "a b/ok.toml": "a = \n" }, "second")
    commit(folder, { "other.toml": "a = \n" }, "third")
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
    const event = join(folderOf({ "event.json": JSON.stringify({ before }) }), "event.json")
    const pushed = { GITHUB_EVENT_PATH: event }
    const { code, outputs } = await runAction(file, folder, { paths: "a b\n", only: "G20" }, pushed)
    expect({ code, outputs }).toMatchObject({ code: 1, outputs: { errors: "1" } })
    expect((await runAction(file, folder, { only: "G20" }, pushed)).outputs).toMatchObject({ errors: "2" })
    expect((await runAction(file, folder, { only: "G20" })).outputs).toMatchObject({ errors: "1" })
    expect((await runAction(file, folder, { only: "G99" }, pushed)).code).toBe(2)
  })
})

it("the problem matcher reads what --format unix prints", () => {
  const { problemMatcher } = JSON.parse(
    readFileSync(join(root, "actions/check/problem-matcher.json"), "utf8"),
  ) as {
    problemMatcher: [{ pattern: [{ regexp: string }] }]
  }
  const folder = folderOf({})
  git(folder, "init", "--quiet", "--initial-branch=main")
  write(folder, "a b/c:d.json", "{")
  const program = join(root, "packages/proofloop/bin.mjs")
  const printed = execFileSync(
    "sh",
    ["-c", '"$0" "$1" check --format unix || true', process.execPath, program],
    {
      cwd: folder,
      encoding: "utf8",
    },
  )
  const found = new RegExp(problemMatcher[0].pattern[0].regexp).exec(printed.trimEnd())
  expect(found?.slice(1, 6)).toEqual(["a b/c:d.json", "1", expect.any(String), "error", "G2/json_syntax"])
})
