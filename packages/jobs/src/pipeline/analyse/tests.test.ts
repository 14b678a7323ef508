import { expect, it } from "vitest"
import {
  faultsOf,
  type Files,
  GO,
  JAVA,
  linesOf,
  metricOf,
  packageJson,
  PYTHON,
  RUST,
  TS,
  without,
} from "./analyse.fixture.ts"
import { tests } from "./tests.ts"

it.each<readonly [what: string, files: Files, faults: readonly RegExp[]]>([
  [
    "no tests in Java",
    without(JAVA, "src/test/java/app/AppTest.java"),
    [/^src\/test\/java\/app\/AppTest\.java there are no tests/],
  ],
  [
    "a test script that npm made",
    packageJson({ scripts: { test: 'echo "Error: no test specified" && exit 1' } }),
    [/package\.json:\d+ no script runs the tests/],
  ],
  [
    "a focused test",
    { ...TS, "src/b.test.ts": 'it("a", f)\ndescribe.only("b", f)\n' },
    [/b\.test\.ts:2 `\.only`/],
  ],
  [
    "a call that is named only",
    { ...TS, "src/b.test.ts": 'expect(test.only("x"))\nconst a = "it.only("\n' },
    [],
  ],
  [
    "few tests of much code",
    { ...TS, "src/large.ts": linesOf(400, (at) => `export const a${at} = ${at}`) },
    [/3 lines of tests for 402/, /no test names large\.ts, 400 lines/],
  ],
  ["doc tests of Rust", { ...RUST, "src/lib.rs": "//! ```\n//! assert!(true);\n//! ```\n" }, []],
])("%s", async (_what, files, faults) => {
  const found = await faultsOf(tests, files)
  expect(found).toEqual(faults.map((fault): unknown => expect.stringMatching(fault)))
})

it.each([
  ["what it defines", "test.py", "import unittest\nclass A(unittest.TestCase):\n    pass\n", {}],
  ["a line of tox", "verify/all.py", "print(1)\n", { "tox.ini": "commands = pytest verify/all.py\n" }],
  [
    "a line of CI",
    "all_checks.py",
    "print(1)\n",
    { ".github/workflows/ci.yml": "      - run: coverage run all_checks.py\n" },
  ],
])("knows a test by %s, whatever its name", async (_how, path, text, others) => {
  const files = { ...without(PYTHON, "tests/test_app.py"), [path]: text, ...others }
  expect((await metricOf(tests, files)).evidence).toMatchObject([
    { path, what: expect.stringContaining("1 file with tests") as string },
    {},
  ])
})

it("proposes the first test where the language looks for it", async () => {
  const { suggestions } = await metricOf(tests, without(GO, "app_test.go"))
  expect(suggestions).toMatchObject([{ file_hints: ["app_test.go"], action: "create" }])
})
