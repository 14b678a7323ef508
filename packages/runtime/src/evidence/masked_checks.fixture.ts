import { readFileSync } from "node:fs"

/** A check whose exit code says nothing: what it prints, and the command line that runs it. */
export interface MaskedCheck {
  readonly name: string
  /** Printed by `run_tests.sh`, which `ci.sh` runs before it echoes. */
  readonly report: string | Buffer
  readonly command: string
}

const recorded = (name: string): string =>
  readFileSync(new URL(`parsers/fixtures/${name}.txt`, import.meta.url), "utf8")

const TESTS = "./run_tests.sh"
const TAP =
  "TAP version 13\n# Subtest: adds\nnot ok 1 - adds\nok 2 - b\n1..2\n# tests 2\n# pass 1\n# fail 1\n"
const LOG = "a line of a log that goes on and on\n".repeat(20_000)
const GREEN_TAP = "TAP version 13\nok 1 - b\n1..1\n# tests 1\n# pass 1\n# fail 0\n"

/** Each runs red tests and exits with 0. */
export const MASKED_RED: readonly MaskedCheck[] = [
  { name: "node:test behind tail", report: "", command: "node --test red.test.mjs | tail -8" },
  { name: "pytest behind tail", report: recorded("pytest.default"), command: `${TESTS} | tail -1` },
  { name: "jest behind tail", report: recorded("javascript/jest.30.default"), command: `${TESTS} | tail -5` },
  {
    name: "mocha behind grep",
    report: recorded("javascript/mocha.11.spec"),
    command: `${TESTS} | grep -E 'passing|failing'`,
  },
  { name: "vitest behind tail", report: recorded("vitest.default"), command: `${TESTS} | tail -7` },
  {
    name: "unittest behind tail",
    report: recorded("python/unittest.3.13"),
    command: `${TESTS} 2>&1 | tail -3`,
  },
  {
    name: "a script that ends in echo",
    report: "  1) test adds\n\n2 tests, 1 failure\n",
    command: "sh ci.sh",
  },
  { name: "output without its middle", report: `${LOG}${TAP}${LOG}${GREEN_TAP}`, command: "sh ci.sh" },
  { name: "UTF-16", report: Buffer.from(`\uFEFF${TAP}`, "utf16le"), command: "sh ci.sh" },
  { name: "bare returns", report: TAP.replaceAll("\n", "\r"), command: "sh ci.sh" },
  {
    name: "lines with a prefix",
    report: "web-1  | F.\nweb-1  | === 1 failed, 1 passed in 0.02s ===\nweb-1 exited\n",
    command: "sh ci.sh",
  },
  {
    name: "an unknown report",
    report: "[  FAILED  ] Calc.Adds (0 ms)\n[  PASSED  ] 1 test.\n 1 FAILED TEST\n",
    command: `${TESTS} || true`,
  },
]

/** Each runs green tests, and what its pipe shows tells that. */
export const HONEST_PIPES: readonly MaskedCheck[] = [
  { name: "node:test behind tail", report: "", command: "node --test green.test.mjs | tail -8" },
  { name: "node:test behind tee", report: "", command: "node --test green.test.mjs | tee /dev/null" },
  { name: "node:test or true", report: "", command: "node --test green.test.mjs || true" },
  { name: "node:test and echo", report: "", command: "node --test green.test.mjs; echo done" },
  { name: "node:test behind grep", report: "", command: "node --test green.test.mjs | grep -E 'pass|fail'" },
  { name: "npm test behind cat", report: "", command: "npm test 2>&1 | cat" },
  { name: "a test that prints a failure", report: "", command: "node --test loud.test.mjs | tail -20" },
  { name: "pytest behind tail", report: recorded("pytest.ok"), command: `${TESTS} | tail -1` },
  { name: "pytest behind grep", report: recorded("pytest.ok"), command: `${TESTS} | grep passed` },
  { name: "jest behind tail", report: recorded("javascript/jest.30.ok"), command: `${TESTS} | tail -5` },
  { name: "mocha behind tail", report: recorded("javascript/mocha.11.ok"), command: `${TESTS} | tail -4` },
  {
    name: "mocha behind grep",
    report: recorded("javascript/mocha.11.ok"),
    command: `${TESTS} | grep -E 'passing|failing'`,
  },
  { name: "vitest behind tail", report: recorded("vitest.ok"), command: `${TESTS} | tail -6` },
  {
    name: "unittest behind tail",
    report: recorded("python/unittest.ok"),
    command: `${TESTS} 2>&1 | tail -3`,
  },
  { name: "cargo behind tail", report: recorded("rust/test.ok"), command: `${TESTS} | tail -3` },
  { name: "go behind tail", report: recorded("go/test.ok"), command: `${TESTS} | tail -3` },
]

/** The files of a project in which the command runs. */
export function maskedProject({ report }: MaskedCheck): Readonly<Record<string, string | Buffer>> {
  const test = (title: string, body: string) =>
    `import test from "node:test"\nimport assert from "node:assert"\ntest("${title}", () => { ${body} })\n`
  return {
    "package.json": '{ "type": "module", "scripts": { "test": "node --test green.test.mjs" } }\n',
    "red.test.mjs": `${test("adds", "assert.equal(1, 2)")}test("subtracts", () => {})\n`,
    "green.test.mjs": test("adds", "assert.equal(1, 1)"),
    "loud.test.mjs": test("reports FAILED", 'console.log("FAIL: adds\\n1 failed, 1 passed")'),
    "report.txt": report,
    "run_tests.sh": "#!/bin/sh\ncat report.txt\n",
    "ci.sh": "sh run_tests.sh\necho done\n",
    "a.ts": "export const a = 1\n",
  }
}
