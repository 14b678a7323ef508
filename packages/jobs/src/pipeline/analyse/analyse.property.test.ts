import fc from "fast-check"
import { expect, test } from "vitest"
import { analyseFiles, SOUND } from "./analyse.fixture.ts"

const NAMES = [...new Set(Object.values(SOUND).flatMap((files) => Object.keys(files)))]
const OTHERS = [
  "a.py",
  "b.go",
  "src/c.rs",
  "D.java",
  ".env",
  "Pipfile",
  "setup.cfg",
  "docs/a.md",
  "a\u001b.ts",
  "con.md",
]
const PIECES = [
  "[project]\n",
  "[",
  "{",
  '"scripts":',
  "```\n",
  "](x)",
  "<!--",
  "-->",
  "-----BEGIN PRIVATE KEY-----\n",
  "\u0000",
  "\u202e",
]

const text = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join("")),
  fc.constantFrom(...Object.values(SOUND).flatMap((files) => Object.values(files))),
)
const files = fc.dictionary(fc.constantFrom(...NAMES, ...OTHERS), text, { maxKeys: 12 })

test("law: whatever files hold, each metric has a score in its range, and evidence of files or of what is missing", async () => {
  await fc.assert(
    fc.asyncProperty(files, async (given) => {
      const report = await analyseFiles(given)
      for (const { score, status, evidence, suggestions } of report.metrics) {
        expect(score === null).toBe(status === "unable")
        expect(score ?? 0).toBeGreaterThanOrEqual(0)
        expect(score ?? 0).toBeLessThanOrEqual(1)
        expect(status === "fail" && suggestions.length === 0).toBe(false)
        for (const { path, line } of evidence) {
          const known = path === "." ? "" : given[path]
          expect(line ?? 1).toBeLessThanOrEqual((known ?? "").split("\n").length)
          expect(line ?? 1).toBeGreaterThan(0)
        }
      }
    }),
    { numRuns: 60 },
  )
})

test("law: the same files have the same report", async () => {
  await fc.assert(
    fc.asyncProperty(files, async (given) => {
      const reversed = Object.fromEntries(Object.entries(given).toReversed())
      expect(await analyseFiles(reversed)).toEqual(await analyseFiles(given))
    }),
    { numRuns: 20 },
  )
})
