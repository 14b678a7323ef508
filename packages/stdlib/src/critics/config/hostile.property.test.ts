import { changeSet } from "@proofloop/foundation/git"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { configSemantics } from "./config_semantics.ts"
import { pyprojectKeys } from "./pyproject_keys.ts"
import { pyprojectShapes } from "./pyproject_shapes.ts"
import { siblingConfig } from "./sibling_config.ts"

const PATHS = [
  ".editorconfig",
  ".eslintrc",
  ".prettierrc",
  "package.json",
  "tsconfig.json",
  ".github/workflows/a.yml",
  ".github/dependabot.yml",
  "Cargo.toml",
  "pyproject.toml",
]

const text = fc.oneof(
  fc.json(),
  fc.string(),
  fc.constantFrom(
    '{ "__proto__": { "rules": 1 }, "constructor": { "semi": 1 }, "rules": { "__proto__": "x" } }',
    `{ "rules": ${'{ "a": '.repeat(150)}1${" }".repeat(150)} }`,
    "a: &a [*a]\non: *a\njobs: *a\n",
    "[[*.{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}]\nindent_size = 9999999999999999999\n",
    `x = ${"{ a = ".repeat(400)}1${" }".repeat(400)}\n`,
    "[tool.mypy.__proto__]\nconstructor = 1\n[[project.authors.__proto__]]\n",
    `on: \${{ ${"(".repeat(400)}\njobs: { a: { runs-on: x, steps: [{ run: a }] } }\n`,
    "\ufeff\u0000\r\r\n[a\r]",
  ),
)

describe("critics of configuration", () => {
  it.each([configSemantics, siblingConfig, pyprojectKeys, pyprojectShapes])(
    "$id has a verdict on any text, with places inside it",
    async (critic) => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...PATHS), text, text, async (path, before, after) => {
          const change = changeSet([{ path, before, after }])
          const facts = memoryFacts({ ".prettierrc.json": '{ "tabWidth": 2 }', [path]: before }, change)
          const verdict = await critic.check(change, facts)
          expect(["pass", "fail"]).toContain(verdict.status)
          const lines = after.split(/\r\n|\r|\n/).length
          const places = verdict.status === "fail" ? verdict.violations : []
          expect(places.every(({ line = 0, column = 0 }) => line >= 1 && line <= lines && column >= 1)).toBe(
            true,
          )
        }),
        { numRuns: 40 },
      )
    },
  )
})
