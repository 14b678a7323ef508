import { readdirSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { fixture } from "./fixture.fixture.ts"
import { flake8Parser } from "./flake8.ts"
import { mypyParser } from "./mypy.ts"
import { phpunitParser } from "./phpunit.ts"
import { pylintParser } from "./pylint.ts"
import { pyrightParser } from "./pyright.ts"
import { readReport } from "./registry.ts"
import { rspecParser } from "./rspec.ts"
import { ruffParser } from "./ruff.ts"
import { unittestParser } from "./unittest.ts"

const parsers = {
  unittest: unittestParser,
  django: unittestParser,
  flake8: flake8Parser,
  pycodestyle: flake8Parser,
  pylint: pylintParser,
  ruff: ruffParser,
  mypy: mypyParser,
  pyright: pyrightParser,
  rspec: rspecParser,
  phpunit: phpunitParser,
}
const CASES = Object.entries(parsers).flatMap(([tool, parser]) =>
  ["python", "ruby", "php"].flatMap((folder) =>
    readdirSync(new URL(`fixtures/${folder}`, import.meta.url))
      .filter((file) => file.startsWith(`${tool}.`) && file.endsWith(".txt") && !file.includes("json"))
      .map((file) => [`${folder}/${file.slice(0, -".txt".length)}`, parser] as const),
  ),
)

describe("a report that another text quotes", () => {
  it.each(CASES)("%s is none", (name, parser) => {
    const text = readReport(fixture(name), undefined, []).clean.text
    expect(parser.parse(text.replaceAll(/^/gm, "> "))?.diagnostics ?? []).toEqual([])
    expect(parser.parse(text.replaceAll(/^/gm, "> "))?.tests_run ?? null).toBeNull()
  })

  it.each([
    ["Ran 3 tests in 0.1s", true, unittestParser],
    ["Ran 1 test in 12s", true, unittestParser],
    ["Ran 3 tests in 0.1s or so", false, unittestParser],
    ["test_a (m.T) ... ok", true, unittestParser],
    ["test_a (m.T) ... okay", false, unittestParser],
    ["test_a (m.T) failed:", true, unittestParser],
    ["test_a (m.T) failed: no", false, unittestParser],
    ["Success: no issues found in 3 source files", true, mypyParser],
    ["Found 1 error in 1 file (checked 12 source files)", true, mypyParser],
    ["Found 1 error in a.ts:3", false, mypyParser],
    ["0 errors, 0 warnings, 0 informations ", true, pyrightParser],
    ["0 errors, 0 warnings, 0 informations, done", false, pyrightParser],
    ["Your code has been rated at -1.50/10", true, pylintParser],
    ["Your code has been rated at best", false, pylintParser],
    ["1 example, 0 failures", true, rspecParser],
    ["12 examples, 0 failures, 1 pending", true, rspecParser],
    ["12 examples, 0 failures and more", false, rspecParser],
    ["OK (1 test, 1 assertion)", true, phpunitParser],
    ["OK (12 tests, 34 assertions)", true, phpunitParser],
    ["Tests: 12, Assertions: 34, Failures: 1.", true, phpunitParser],
    ["Tests: 12 passed", false, phpunitParser],
  ])("%j: %s", (line, is_report, parser) => {
    expect(parser.recognises(`x\n${line}\ny`, undefined)).toBe(is_report)
  })
})
