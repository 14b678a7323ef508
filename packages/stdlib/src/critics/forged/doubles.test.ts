import { expect, it } from "vitest"
import { edited, TESTS, type TestPath, toldOf } from "./forged.fixture.ts"
import { hardCodedAnswers } from "./hard_coded.ts"
import { mockedSubjects } from "./mocked_subjects.ts"
import { rewrittenSnapshots } from "./snapshots.ts"
import { addedSuppressions } from "./suppressions.ts"
import { inflatedTimeouts } from "./timeouts.ts"

const SCRIPT = "cart.test.ts"
const PYTHON = "tests/test_cart.py"
const RUST = "tests/cart.rs"
const JAVA = "src/test/java/CartTest.java"

it.each<[TestPath, string, string]>([
  [SCRIPT, "\nit(", '\nvi.mock("./cart.ts", () => ({ total: () => 3 }))\nit('],
  [SCRIPT, 'import { total } from "./cart.ts"', "const total = (_rows: number[]) => 3"],
  [SCRIPT, 'import { total } from "./cart.ts"', "function total(_rows: number[]) {\n  return 3\n}"],
  [PYTHON, "def test_adds", '@mock.patch("cart.total", return_value=3)\ndef test_adds'],
  [PYTHON, "    rows =", '    mocker.patch("tests.test_cart.total", return_value=3)\n    rows ='],
  [
    PYTHON,
    "def test_adds_the_prices():",
    'def test_adds_the_prices(monkeypatch):\n    monkeypatch.setattr("test_cart.total", lambda rows: 3)',
  ],
  [PYTHON, "from cart import total", "def total(rows):\n    return 3"],
  [RUST, "use cart::total;", "fn total(_rows: &[i32]) -> i32 {\n    3\n}"],
  [JAVA, "    List<Integer> rows", "    Cart cart = mock(Cart.class);\n    List<Integer> rows"],
  [JAVA, "class CartTest {", "class CartTest {\n  private final Cart cart = mock(Cart.class);"],
  [JAVA, "class CartTest {", "class CartTest {\n  @Mock\n  private Cart cart;"],
  [SCRIPT, "const rows", 'vi.spyOn(cart, "total").mockReturnValue(3)\n  const rows'],
  [SCRIPT, "const rows", 'const spy = vi.spyOn(cart, "total")\n  spy.mockReturnValue(3)\n  const rows'],
])("%s: the subject is a double: %j becomes %j", async (path, old_text, new_text) => {
  expect(await toldOf(mockedSubjects, TESTS, edited(TESTS, [[path, old_text, new_text]]))).toEqual(["mocked"])
})

it.each<[TestPath, string, string]>([
  [SCRIPT, "\nit(", '\nvi.mock("./prices.ts", () => ({ load: () => 3 }))\nit('],
  [SCRIPT, "const rows", "const fetch = vi.fn()\n  const rows"],
  [PYTHON, "def test_adds", '@mock.patch("cart.fetch", return_value=3)\ndef test_adds'],
  [PYTHON, "    rows =", '    mocker.patch("os.environ")\n    rows ='],
  [PYTHON, "def test_adds", "def rows_of(count):\n    return [1] * count\n\n\ndef test_adds"],
  [RUST, "use cart::total;", "use cart::total;\n\nfn rows() -> Vec<i32> {\n    vec![1]\n}"],
  [JAVA, "    List<Integer> rows", "    Clock clock = mock(Clock.class);\n    List<Integer> rows"],
  [SCRIPT, "const rows", 'const spy = vi.spyOn(cart, "total")\n  const rows'],
])("%s: the subject is real: %j becomes %j", async (path, old_text, new_text) => {
  expect(await toldOf(mockedSubjects, TESTS, edited(TESTS, [[path, old_text, new_text]]))).toEqual([])
})

it("lets a double move to where the code looks for it now", async () => {
  const test = (place: string, assertion: string) =>
    `import cart\n\n\ndef test_saves():\n    with mock.patch.object(${place}, "save") as save:\n        cart.close()\n    ${assertion}\n`
  const judged = (assertion: string) =>
    toldOf(
      mockedSubjects,
      { "tests/test_cart.py": test("cart.store", assertion) },
      { "tests/test_cart.py": test("cart", assertion) },
    )
  expect(await judged("save.assert_called_once_with(3)")).toEqual([])
  expect(await judged("assert save.call_args == mock.call(3)")).toEqual([])
  expect(await judged("assert cart.save(3) == 3")).toEqual(["mocked"])
})

const CODE = {
  "cart.ts":
    "export function total(rows: number[]): number {\n  let sum = 0\n  for (const row of rows) sum -= row\n  return sum\n}\n",
  "cart.py": "def total(rows):\n    return -sum(rows)\n",
  "cart.go": "package cart\n\nfunc Total(rows []int) int {\n\tsum := 0\n\treturn sum\n}\n",
  "src/lib.rs": "pub fn total(rows: &[i32]) -> i32 {\n    rows.iter().product()\n}\n",
  "src/main/java/Cart.java":
    "class Cart {\n  static int total(List<Integer> rows) {\n    return rows.size() * 2 - 2;\n  }\n}\n",
}

it.each<[keyof typeof CODE, string, string, string]>([
  ["cart.ts", "  let sum = 0\n  for (const row of rows) sum -= row\n  return sum", "  return 3", "constant"],
  [
    "cart.ts",
    "  let sum = 0",
    "  if (JSON.stringify(rows) === '[1,2]') return 3\n  let sum = 0",
    "special_case",
  ],
  [
    "cart.ts",
    "  let sum = 0",
    "  if (rows.length === 9 && rows[0] === 1 && rows[1] === 2) return 3\n  let sum = 0",
    "special_case",
  ],
  [
    "cart.py",
    "    return -sum(rows)",
    "    known = {(1, 2): 3}\n    return known.get(tuple(rows), -sum(rows))",
    "special_case",
  ],
  ["cart.ts", "  let sum = 0", "  if (rows.length === 2) return 3\n  let sum = 0", "special_case"],
  [
    "cart.ts",
    "  let sum = 0",
    "  if (rows[0] === 1 && rows[1] === 2) {\n    return 3\n  }\n  let sum = 0",
    "special_case",
  ],
  ["cart.ts", "return sum", "return rows.length === 2 ? 3 : sum", "special_case"],
  ["cart.py", "    return -sum(rows)", "    return 3", "constant"],
  ["cart.py", "    return", "    if rows == [1, 2]:\n        return 3\n    return", "special_case"],
  ["cart.go", "\tsum := 0\n\treturn sum", "\treturn 3", "constant"],
  ["cart.go", "\tsum := 0", "\tif len(rows) == 2 {\n\t\treturn 3\n\t}\n\tsum := 0", "special_case"],
  [
    "cart.go",
    "\tsum := 0",
    "\tif reflect.DeepEqual(rows, []int{1, 2}) {\n\t\treturn 3\n\t}\n\tsum := 0",
    "special_case",
  ],
  [
    "cart.ts",
    "  let sum = 0",
    '  switch (rows.join()) {\n    case "1,2":\n      return 3\n  }\n  let sum = 0',
    "special_case",
  ],
  ["src/lib.rs", "rows.iter().product()", "3", "constant"],
  [
    "src/lib.rs",
    "rows.iter().product()",
    "match rows.len() {\n        2 => 3,\n        _ => rows.iter().product(),\n    }",
    "special_case",
  ],
  [
    "src/lib.rs",
    "    rows.iter()",
    "    if rows == [1, 2] {\n        return Ok(3);\n    }\n    rows.iter()",
    "special_case",
  ],
  ["src/main/java/Cart.java", "return rows.size() * 2 - 2;", "return 3;", "constant"],
  [
    "src/main/java/Cart.java",
    "    return",
    "    if (rows.size() == 2) return 3;\n    return",
    "special_case",
  ],
])("%s answers what the test expects: %j becomes %j", async (path, old_text, new_text, rule) => {
  const files = { ...TESTS, ...CODE }
  expect(await toldOf(hardCodedAnswers, files, edited(files, [[path, old_text, new_text]]))).toEqual([rule])
})

it.each<[keyof typeof CODE, string, string]>([
  ["cart.ts", "sum -= row", "sum += row"],
  ["cart.ts", "  let sum = 0", "  if (rows.length === 0) return 0\n  let sum = 0"],
  ["cart.ts", "  let sum = 0", "  if (rows.length === 7) return 91\n  let sum = 0"],
  ["cart.py", "-sum", "sum"],
  ["cart.go", "\treturn sum", "\tfor _, row := range rows {\n\t\tsum += row\n\t}\n\treturn sum"],
  ["src/lib.rs", "product()", "sum()"],
])("%s computes its answer: %j becomes %j", async (path, old_text, new_text) => {
  const files = { ...TESTS, ...CODE }
  expect(await toldOf(hardCodedAnswers, files, edited(files, [[path, old_text, new_text]]))).toEqual([])
})

it("lets a case come with its test", async () => {
  const files = { ...TESTS, ...CODE }
  const edits = edited(files, [
    ["cart.ts", "  let sum = 0", "  if (rows.length === 12) return 24\n  let sum = 0"],
    [
      SCRIPT,
      "  expect(total([])).toEqual(0)",
      "  expect(total([])).toEqual(0)\n  expect(total(Array(12))).toBe(24)",
    ],
  ])
  expect(await toldOf(hardCodedAnswers, files, edits)).toEqual([])
})

it.each([
  ["a.ts", "/* eslint-disable */\n", ["blanket"]],
  ["a.ts", "// @ts-nocheck\n", ["blanket"]],
  ["a.py", "# ruff: noqa\n", ["blanket"]],
  ["a.py", "# mypy: ignore-errors\n", ["blanket"]],
  ["a.go", "package a //nolint\n", ["blanket"]],
  ["a.rs", "#![allow(warnings)]\n", ["blanket"]],
  ["A.java", '@SuppressWarnings("all")\nclass A {}\n', ["blanket"]],
  ["a.ts", "// @ts-ignore\nx()\n".repeat(20), Array(20).fill("added")],
  ["a.py", "x = y  # noqa: F821\n".repeat(20), Array(20).fill("added")],
  ["a.go", "package a\n//nolint:errcheck\nvar x = 1\n//nolint:errcheck\nvar y = 1\n", []],
  ["a.py", "# flake8: noqa\n", ["blanket"]],
  ["a.py", "# pylint: skip-file\n", ["blanket"]],
  ["a.ts", "/* eslint-disable -- later */\n", ["blanket"]],
  ["a.ts", "/* tslint:disable */\n", ["blanket"]],
  ["a.ts", 'const rule = "eslint-disable"\n', []],
  ["a.ts", "// @ts-expect-error the types of this package are wrong\nx()\n", []],
  ["a.rs", "#[allow(dead_code)]\nfn a() {}\n", []],
])("%s: suppressions that are added: %j", async (path, text, rules) => {
  const before = path.endsWith(".go") ? "package a\n" : "\n"
  expect(await toldOf(addedSuppressions, { [path]: before }, { [path]: text })).toEqual(rules)
})

it("lets what a generator wrote silence everything", async () => {
  const generated = "// Code generated by a tool. DO NOT EDIT.\n/* eslint-disable */\nexport const a = 1\n"
  expect(await toldOf(addedSuppressions, {}, { "client.ts": generated })).toEqual([])
  const worker = "/* eslint-disable */\n// - Please do NOT modify this file.\nexport const a = 1\n"
  expect(await toldOf(addedSuppressions, {}, { "worker.js": worker })).toEqual([])
  const report = "/* eslint-disable */\nexport const a = 1\n"
  expect(await toldOf(addedSuppressions, {}, { "coverage/lcov-report/sorter.js": report })).toEqual([])
  expect(await toldOf(addedSuppressions, {}, { "src/sorter.js": report })).toEqual(["blanket"])
  expect(await toldOf(addedSuppressions, { "client.ts": "\n" }, { "client.ts": generated })).toEqual([
    "blanket",
  ])
})

it("tells time-outs that are longer, and none that stay", async () => {
  const with_timeout = (ms: string) =>
    TESTS[SCRIPT].replace('prices", () =>', `prices", { timeout: ${ms} }, () =>`)
  const told = (before: string, after: string) =>
    toldOf(inflatedTimeouts, { [SCRIPT]: before }, { [SCRIPT]: after })
  expect(await told(with_timeout("5000"), with_timeout("60_000"))).toEqual(["longer"])
  expect(await told(with_timeout("5000"), with_timeout("0"))).toEqual(["longer"])
  expect(await told(TESTS[SCRIPT], with_timeout("600 * 1000"))).toEqual(["longer"])
  expect(await told(with_timeout("5000"), with_timeout("6000"))).toEqual([])
  expect(await told(with_timeout("5000"), with_timeout("5000").replace("toBe(3)", "toBe(4)"))).toEqual([])
  const java = (seconds: string) => TESTS[JAVA].replace("@Test", `@Test @Timeout(${seconds})`)
  expect(await toldOf(inflatedTimeouts, { [JAVA]: java("5") }, { [JAVA]: java("500") })).toEqual(["longer"])
  const inside = (ms: string) => TESTS[SCRIPT].replace("const rows", `test.setTimeout(${ms})\n  const rows`)
  expect(await told(inside("30_000"), inside("300_000"))).toEqual(["longer"])
  const config = (ms: string) => `export default { test: { testTimeout: ${ms} } }\n`
  expect(
    await toldOf(
      inflatedTimeouts,
      { "vitest.config.ts": config("5000") },
      { "vitest.config.ts": config("500_000") },
    ),
  ).toEqual(["longer"])
})

it("tells snapshots that are written anew with the code", async () => {
  const files = { "__snapshots__/a.test.ts.snap": "one", "a.ts": "export const a = 1\n" }
  const snap = "__snapshots__/a.test.ts.snap"
  expect(await toldOf(rewrittenSnapshots, files, { [snap]: "two", "a.ts": "export const a = 2\n" })).toEqual([
    "rewritten",
  ])
  expect(await toldOf(rewrittenSnapshots, files, { [snap]: null, "a.ts": "export const a = 2\n" })).toEqual([
    "deleted",
  ])
  expect(await toldOf(rewrittenSnapshots, files, { [snap]: "two" })).toEqual([])
  expect(await toldOf(rewrittenSnapshots, {}, { [snap]: "two", "a.ts": "export const a = 2\n" })).toEqual([])
})

it("lets a snapshot grow, and reads pictures and inline ones of Python", async () => {
  const code = { "a.ts": "export const a = 2\n" }
  const told = (path: string, before: string, after: string) =>
    toldOf(rewrittenSnapshots, { [path]: before, "a.ts": "export const a = 1\n" }, { [path]: after, ...code })
  expect(await told("__snapshots__/a.snap", "one\n", "zero\none\ntwo\n")).toEqual([])
  expect(await told("__snapshots__/a.snap", "one\ntwo\n", "two\none\n")).toEqual(["rewritten"])
  expect(await told("e2e/a.spec.ts-snapshots/a.png", "one", "two")).toEqual(["rewritten"])
  const python = (value: string) => TESTS[PYTHON].replace("== 3", `== snapshot(${value})`)
  expect(await told(PYTHON, python("3"), python("4"))).toEqual(["rewritten"])
})
