import { readMember } from "@proofloop/foundation/text"
import type { KeyPath } from "@proofloop/parsers"
import { defineCritic } from "../critic.ts"
import { verdictOf, type Violation } from "../verdict.ts"
import { KNOWN_KEYS } from "./known_pyproject_keys.ts"
import { type PyprojectChange, pyprojectChanges } from "./pyproject.ts"

type Shape = "table" | "list" | "scalar" | "other"

const EXPECTED_SHAPES: ReadonlyArray<readonly [path: KeyPath, shape: Shape]> = [
  [["tool", "poetry", "dependencies"], "table"],
  [["tool", "poetry", "dev-dependencies"], "table"],
  [["tool", "poetry", "optional-dependencies"], "table"],
  [["tool", "poetry", "extras"], "table"],
  [["tool", "poetry", "scripts"], "table"],
  [["tool", "poetry", "plugins"], "table"],
  [["tool", "uv", "dependency-groups"], "table"],
  [["project", "optional-dependencies"], "table"],
  [["project", "scripts"], "table"],
  [["project", "dependencies"], "list"],
  [["project", "authors"], "list"],
]

/** Catalogued keys that are tables. */
const TABLES =
  /^(?:analyze|(?:extend-)?per-file-ignores|per-file-target-version|flake8-.{1,40}|isort|mccabe|pep8-naming|py(?:codestyle|doclint|docstyle|flakes|lint|upgrade)|ruff|env|env_files)$/

/** Stops a list where pyproject.toml needs a table, and a table where it needs a list. @requirement critics.G24 */
export const pyprojectShapes = defineCritic({
  id: "G24",
  title: "Value shapes of pyproject.toml",
  description:
    "Finds sections of a pyproject.toml that are a list where a table is needed, or the other way round.",
  scope: "file",
  default_in: { gate: false, check: true },
  event: {
    type: "critic_g24_config_structure.fail",
    fields: ({ violations }) => ({
      conflict_count: violations.length,
      files: [...new Set(violations.map(({ path }) => path))].sort(),
      sections: [...new Set(violations.map(({ evidence }) => evidence))].sort(),
    }),
  },
  check_name: "Config structure check",
  advice:
    "Write the section in the shape that its tool or PEP 621 asks for; the entries themselves can stay.",
  async check(change) {
    return verdictOf(
      (await pyprojectChanges(change)).flatMap((file) => [...judge(file), ...strayTables(file)]),
    )
  },
})

function judge({ path, document, before }: PyprojectChange): readonly Violation[] {
  return EXPECTED_SHAPES.flatMap(([key, expected]) => {
    const shape = shapeOf(valueAt(document.data, key))
    if (shape === undefined || shape === expected || shape === shapeOf(valueAt(before, key))) return []
    const name = key.join(".")
    return [
      {
        path,
        ...document.locate(key),
        rule: "wrong_shape",
        message: `${name} must be a ${expected}, not a ${shape === "other" ? "date" : shape}.`,
        evidence: name,
      },
    ]
  })
}

/** Known keys that now hold a table: `[tool.ruff.line-length]`. */
function strayTables({ path, document, before }: PyprojectChange): readonly Violation[] {
  return [...KNOWN_KEYS].flatMap(([section, keys]) => {
    const table = section.split(".")
    return [...keys].flatMap((key) => {
      const place = [...table, key]
      const name = place.join(".")
      if (KNOWN_KEYS.has(name) || TABLES.test(key)) return []
      if (shapeOf(valueAt(document.data, place)) !== "table" || shapeOf(valueAt(before, place)) === "table")
        return []
      const message = `${name} must not be a table.`
      return [{ path, ...document.locate(place), rule: "wrong_shape", message, evidence: name }]
    })
  })
}

function valueAt(data: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>((value, key) => readMember(value, String(key)), data)
}

/** undefined: there is no value. */
function shapeOf(value: unknown): Shape | undefined {
  if (value === undefined) return undefined
  if (Array.isArray(value)) return "list"
  if (value instanceof Date || value === null) return "other"
  return typeof value === "object" ? "table" : "scalar"
}
