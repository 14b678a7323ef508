import { changeSet } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { KNOWN_KEYS } from "./known_pyproject_keys.ts"
import { pyprojectKeys } from "./pyproject_keys.ts"
import { pyprojectShapes } from "./pyproject_shapes.ts"

function judge(critic: typeof pyprojectKeys, after: string, before?: string, path = "pyproject.toml") {
  const change = changeSet([{ path, before, after }])
  return critic.check(change, memoryFacts({}, change))
}

const PASS = { status: "pass" }

describe("G23", () => {
  it("knows every key of every catalogued section", async () => {
    const text = [...KNOWN_KEYS].map(([section, keys]) =>
      [`[${section}]`, ...[...keys].map((key) => `${key} = 1`)].join("\n"),
    )
    expect(await judge(pyprojectKeys, text.join("\n"))).toEqual(PASS)
    expect([...KNOWN_KEYS.values()].reduce((sum, keys) => sum + keys.size, 0)).toBeGreaterThan(217)
  })

  it("tells a known typo with its advice and place", async () => {
    expect(
      await judge(pyprojectKeys, "[tool.mypy]\nstrict = true\nsuppress_missing_imports = true\n"),
    ).toEqual({
      status: "fail",
      violations: [
        {
          path: "pyproject.toml",
          line: 3,
          column: 1,
          rule: "known_typo",
          message: '[tool.mypy] has no key "suppress_missing_imports": use ignore_missing_imports.',
          evidence: "tool.mypy.suppress_missing_imports",
        },
      ],
    })
  })

  it.each([
    ["[tool.ruff]\nline-lenght = 1\n", "tool.ruff.line-lenght", 'Did you mean "line-length"?'],
    ["[tool.ruff.lint]\nzzzzzzzz = 1\n", "tool.ruff.lint.zzzzzzzz", "has no key"],
    ['[tool.pytest.ini_options]\ntestpath = ["a"]\n', "tool.pytest.ini_options.testpath", '"testpaths"'],
    ["tool.mypy.no_such_thing = 1\n", "tool.mypy.no_such_thing", "has no key"],
  ])("names an unknown key: %j", async (text, evidence, message) => {
    expect(await judge(pyprojectKeys, text)).toMatchObject({
      status: "fail",
      violations: [{ rule: "unknown_key", evidence, message: expect.stringContaining(message) as string }],
    })
  })

  it.each([
    "",
    "[tool.mypy\n",
    "tool = 1\n",
    "[project]\nname = 'x'\n",
    "[tool.nobody]\nx = 1\n",
    "[tool.poetry]\nanything = 1\n",
    "[tool.coverage.paths]\nx = ['a']\n",
    "[tool.ruff.lint.per-file-ignores]\n'a.py' = ['E']\n",
    "[[tool.mypy.overrides]]\nmodule = 'x'\nignore_missing_imports = true\n",
    "[tool.mypy]\nallow_untyped_defs = true\nno_strict_optional = true\nhide_error_context = true\n",
    "[tool.pytest.ini_options]\nDJANGO_SETTINGS_MODULE = 'x'\n",
  ])("has nothing to say about %j", async (text) => {
    expect(await judge(pyprojectKeys, text)).toEqual(PASS)
  })

  it("leaves keys alone that were there before, pair by pair", async () => {
    const old = "[tool.mypy]\nold_slip = 1\n"
    expect(await judge(pyprojectKeys, `${old}strict = true\n`, old)).toEqual(PASS)
    expect(await judge(pyprojectKeys, `${old}new_slip = 1\n`, old)).toMatchObject({
      violations: [{ evidence: "tool.mypy.new_slip", line: 3 }],
    })
    expect(await judge(pyprojectKeys, old, "[tool.mypy\n")).toMatchObject({
      violations: [{ evidence: "tool.mypy.old_slip" }],
    })
  })

  it("looks at pyproject.toml of any folder and at no other file", async () => {
    const text = "[tool.ruff]\nline_length = 1\n"
    expect(await judge(pyprojectKeys, text, undefined, "a/pyproject.toml")).toMatchObject({ status: "fail" })
    expect(await judge(pyprojectKeys, text, undefined, "old_pyproject.toml")).toEqual(PASS)
  })

  it("counts findings, files and typos in its event", () => {
    const base = { line: 1, message: "", evidence: "x" }
    const fields = pyprojectKeys.event.fields({
      status: "fail",
      violations: [
        { ...base, path: "b/pyproject.toml", rule: "known_typo" },
        { ...base, path: "a/pyproject.toml", rule: "unknown_key" },
        { ...base, path: "b/pyproject.toml", rule: "unknown_key" },
      ],
    })
    expect(fields).toEqual({
      conflict_count: 3,
      files: ["a/pyproject.toml", "b/pyproject.toml"],
      typo_count: 1,
    })
  })
})

describe("G24", () => {
  it.each([
    ["[tool.poetry]\ndependencies = ['a']\n", "tool.poetry.dependencies", "must be a table, not a list"],
    ["[tool.poetry]\nscripts = []\n", "tool.poetry.scripts", "must be a table, not a list"],
    ["[tool.uv]\ndependency-groups = 'x'\n", "tool.uv.dependency-groups", "must be a table, not a scalar"],
    ["[project.dependencies]\na = '1'\n", "project.dependencies", "must be a list, not a table"],
    ["[project]\noptional-dependencies = []\n", "project.optional-dependencies", "must be a table"],
    ["[project]\nauthors = 2020-01-01\n", "project.authors", "must be a list, not a date"],
    ["[tool.ruff.line-length]\na = 1\n", "tool.ruff.line-length", "must not be a table"],
    ["[tool.mypy]\nstrict = { a = true }\n", "tool.mypy.strict", "must not be a table"],
  ])("names a section of the wrong shape: %j", async (text, evidence, message) => {
    expect(await judge(pyprojectShapes, text)).toMatchObject({
      violations: [{ rule: "wrong_shape", evidence, message: expect.stringContaining(message) as string }],
    })
  })

  it.each([
    "[tool.poetry.dependencies]\na = '1'\n",
    "[project]\ndependencies = ['a']\n[[project.authors]]\nname = 'x'\n",
    "[project]\nname = 'x'\n",
  ])("has nothing to say about %j", async (text) => {
    expect(await judge(pyprojectShapes, text)).toEqual(PASS)
  })

  it("leaves a wrong shape alone that was there before, and flags another wrong one", async () => {
    const old = "[tool.poetry]\nscripts = ['a']\n"
    expect(await judge(pyprojectShapes, "[tool.poetry]\nscripts = ['b']\n", old)).toEqual(PASS)
    expect(await judge(pyprojectShapes, "[tool.poetry]\nscripts = 'b'\n", old)).toMatchObject({
      status: "fail",
    })
    expect(await judge(pyprojectShapes, old, "[tool.poetry.scripts]\n")).toMatchObject({
      violations: [{ line: 2 }],
    })
  })
})
