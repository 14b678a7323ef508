import { expect, it } from "vitest"
import { lostIn } from "../preservation/preservation.fixture.ts"
import { pythonPreservation } from "../preservation/python.ts"
import { deletedTests } from "./deleted_tests.ts"
import { edited, TESTS, type TestPath, toldOf } from "./forged.fixture.ts"

const CODE = { "cart.ts": "export const total = (rows: number[]) => rows.reduce((a, b) => a + b, 0)\n" }
const FILES = { ...TESTS, ...CODE }

/** The test of the prices as it stands in its file. */
function testIn(path: TestPath): string {
  const text = TESTS[path]
  const begin = {
    "cart.test.ts": 'it("adds',
    "tests/test_cart.py": "def test_adds",
    "cart_test.go": "func TestAdds",
    "tests/cart.rs": "#[test]",
    "src/test/java/CartTest.java": "  @Test",
  }[path]
  const start = text.indexOf(begin)
  const marks = path.endsWith(".py") ? "\n\n\n" : "\n\n"
  return text.slice(start, text.indexOf(marks, start) + marks.length)
}

const PATHS = Object.keys(TESTS) as TestPath[]

it.each(PATHS)("%s: a deleted test is told", async (path) => {
  expect(await toldOf(deletedTests, FILES, edited(FILES, [[path, testIn(path), ""]]))).toEqual(["deleted"])
})

it.each(PATHS)("%s: each test of a deleted file is told", async (path) => {
  expect(await toldOf(deletedTests, FILES, { [path]: null })).toEqual(["deleted", "deleted"])
})

it.each(PATHS)("%s: a dummy is no successor", async (path) => {
  const dummies = {
    "cart.test.ts": 'it("works", () => {\n  expect(true).toBe(true)\n})\n\n',
    "tests/test_cart.py": "def test_works():\n    assert True\n\n\n",
    "cart_test.go": "func TestWorks(t *testing.T) {\n}\n\n",
    "tests/cart.rs": "#[test]\nfn works() {\n    assert!(true);\n}\n\n",
    "src/test/java/CartTest.java": "  @Test\n  void works() {\n    assertTrue(true);\n  }\n\n",
  }
  expect(await toldOf(deletedTests, FILES, edited(FILES, [[path, testIn(path), dummies[path]]]))).toEqual([
    "deleted",
  ])
})

it.each<[TestPath, string, string]>([
  ["cart.test.ts", 'it("adds', 'helper("adds'],
  ["tests/test_cart.py", "def test_adds", "def _test_adds"],
  ["cart_test.go", "func TestAdds", "func testAdds"],
  ["tests/cart.rs", "#[test]\nfn adds", "fn adds"],
  ["src/test/java/CartTest.java", "  @Test\n  void adds", "  void adds"],
  ["tests/test_cart.py", "def test_adds", '"""\ndef test_adds'],
])("%s: a test that the runner no longer finds is gone: %j becomes %j", async (path, old_text, new_text) => {
  const edits = edited(FILES, [[path, old_text, new_text]])
  if (new_text.startsWith('"""'))
    edits[path] = edits[path]?.replace("\n\n\ndef test_nothing", '\n"""\n\n\ndef test_nothing') ?? ""
  expect(await toldOf(deletedTests, FILES, edits)).toEqual(["deleted"])
})

it("lets a test move to another file", async () => {
  for (const path of PATHS) {
    const test = testIn(path)
    const other = path.replace("cart", "prices").replace("Cart", "Prices")
    const moved = path.endsWith(".java")
      ? `class PricesTest {\n${test}}\n`
      : path.endsWith(".go")
        ? `package cart\n\n${test}`
        : test
    const after = { ...edited(FILES, [[path, test, ""]]), [other]: moved }
    expect([path, await toldOf(deletedTests, FILES, after)]).toEqual([path, []])
  }
})

it("lets a file of tests be renamed, and a test get another name", async () => {
  expect(
    await toldOf(deletedTests, FILES, { "cart.test.ts": null, "sum.test.ts": FILES["cart.test.ts"] }),
  ).toEqual([])
  expect(
    await toldOf(deletedTests, FILES, edited(FILES, [["cart_test.go", "TestAddsThePrices", "TestTotal"]])),
  ).toEqual([])
})

it.each(PATHS)("%s: tests in a file that nothing runs are gone", async (path) => {
  expect(await toldOf(deletedTests, FILES, { [path]: null, "cart.txt": FILES[path] })).toEqual([
    "deleted",
    "deleted",
  ])
})

it("lets tests go into a table of cases", async () => {
  const table = `import pytest
from cart import total


@pytest.mark.parametrize("rows, sum", [([1, 2], 3), ([], 0)])
def test_total(rows, sum):
    assert total(rows) == sum
    assert len(rows) < 3
`
  expect(await toldOf(deletedTests, FILES, { "tests/test_cart.py": table })).toEqual([])
})

it("lets a test go with the code that it tests", async () => {
  const after = { "cart.ts": "export const sum = () => 0\n", "cart.test.ts": null }
  expect(await toldOf(deletedTests, FILES, after)).toEqual([])
})

it("takes a class of pytest for gone that has another name, and none that has a base", async () => {
  const before = `class TestCart:\n    def test_total(self):\n        assert total([1, 2]) == 3\n`
  const told = (after: string) => toldOf(deletedTests, { "test_a.py": before }, { "test_a.py": after })
  expect(await told(before.replace("TestCart", "CartChecks"))).toEqual(["deleted"])
  expect(await told(before.replace("TestCart", "CartTest(TestCase)"))).toEqual([])
  expect(await told(before.replace("TestCart", "TestPrices"))).toEqual([])
})

it.each(PATHS)("%s: a test that became a comment is gone", async (path) => {
  const comment = (text: string) =>
    path.endsWith(".py") ? text.replaceAll(/^(?=.)/gm, "# ") : text.replaceAll(/^(?=.)/gm, "// ")
  const test = testIn(path)
  for (const text of path.endsWith(".py") ? [comment(test)] : [comment(test), `/*\n${test}*/\n\n`]) {
    expect(await toldOf(deletedTests, FILES, edited(FILES, [[path, test, text]]))).toEqual(["deleted"])
  }
})

it.each(PATHS)("%s: of two equal tests one may go", async (path) => {
  const test = testIn(path)
  const twice = { ...FILES, [path]: TESTS[path].replace(test, `${test}${test.replace(/dds/, "dds2")}`) }
  expect(await toldOf(deletedTests, twice, { [path]: TESTS[path] })).toEqual([])
})

it("lets as many other tests of the file take its place, unless it is to be strict", async () => {
  const other = 'it("rejects a fraction", () => {\n  expect(() => sum(0.5)).toThrow(RangeError)\n})\n\n'
  const edits = edited(FILES, [["cart.test.ts", testIn("cart.test.ts"), other]])
  expect(await toldOf(deletedTests, FILES, edits)).toEqual([])
  expect(await toldOf(deletedTests, FILES, edits, { strict: true })).toEqual(["deleted"])
  const emptied = edited(FILES, [["cart.test.ts", FILES["cart.test.ts"], other]])
  expect(await toldOf(deletedTests, FILES, emptied)).toEqual(["deleted", "deleted"])
})

it("lets a test go with a member, although a variable has its name", async () => {
  const code = "export class Cart {\n  pretty = (on: boolean) => on\n  rows = 1\n}\n"
  const test = 'it("prints", () => {\n  expect(new Cart().pretty(true)).toBe(true)\n})\n'
  const files = { "cart.ts": code, "cart.test.ts": `${test}\n${FILES["cart.test.ts"]}` }
  const without = { ...files, "cart.test.ts": FILES["cart.test.ts"] }
  expect(await toldOf(deletedTests, files, without)).toEqual(["deleted"])
  const gone = { ...without, "cart.ts": "export class Cart {\n  rows = 1\n}\nconst pretty = 1\n" }
  expect(await toldOf(deletedTests, files, gone)).toEqual([])
})

it("lets a test go with what the code under it lost, and with the test file that lost most", async () => {
  const code = "export const parsers = { from_flag: 1, from_text: 2 }\n"
  const fixture = 'const rows = parse("from_flag")\n'
  const test = 'it("reads", () => {\n  expect(rows).toEqual([])\n})\n'
  const kept = 'it("keeps", () => {\n  expect(keep()).toBe(1)\n})\n'
  const files = { "a.ts": code, "a.test.ts": `${kept}\n${fixture}\n${test}`, "CHANGELOG.md": "- from_flag\n" }
  const without = { "a.test.ts": kept, "CHANGELOG.md": "- from_flag is gone\n- from_flag\n" }
  expect(await toldOf(deletedTests, files, without)).toEqual(["deleted"])
  const gone = { ...without, "a.ts": "export const parsers = { from_text: 2 }\n" }
  expect(await toldOf(deletedTests, files, gone)).toEqual([])
  const second = 'it("flags", () => {\n  expect(parse("from_flag")).toBe(1)\n})\n'
  const both = { ...files, "a.test.ts": `${kept}\n${second}` }
  expect(await toldOf(deletedTests, both, { ...gone, "a.test.ts": null })).toEqual([])
})

it("lets tests go with lines of the code when none came there, unless it is to be strict", async () => {
  const code = "export function total(rows) {\n  check(rows)\n  return rows.length\n}\n"
  const files = { ...FILES, "cart.js": code, "CHANGES.md": "" }
  const test = edited(FILES, [["cart.test.ts", testIn("cart.test.ts"), ""]])
  const less = { ...test, "cart.js": code.replace("  check(rows)\n", "") }
  expect(await toldOf(deletedTests, files, less)).toEqual([])
  expect(await toldOf(deletedTests, files, less, { strict: true })).toEqual(["deleted"])
  const other = { ...test, "cart.js": code.replace("check(rows)", "look(rows)") }
  expect(await toldOf(deletedTests, files, other)).toEqual(["deleted"])
  expect(await toldOf(deletedTests, files, test)).toEqual(["deleted"])
  const inside =
    "pub fn total() -> u8 { 3 }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn sums() {\n        assert_eq!(total(), 3);\n    }\n}\n"
  const cut = inside.slice(0, inside.indexOf("#[cfg"))
  expect(await toldOf(deletedTests, { "src/a.rs": inside }, { "src/a.rs": cut })).toEqual(["deleted"])
})

it("lets a test go that quotes a message which the code has no more", async () => {
  const code =
    'export function total(rows) {\n  if (rows === 1) throw new Error("must be a list of rows")\n  return rows.length\n}\n'
  const test = 'it("wants a list", () => {\n  expect(() => total(1)).toThrow("a list of rows")\n})\n\n'
  const path = "cart.test.ts"
  const files = { [path]: `${test}${FILES[path]}`, "cart.js": code }
  const judged = (after: string) => toldOf(deletedTests, files, { [path]: FILES[path], "cart.js": after })
  expect(await judged(code.replace(/ {2}if.*\n/, "  rows = [rows].flat()\n"))).toEqual([])
  expect(await judged(code.replace("rows === 1", "rows > 1"))).toEqual(["deleted"])
})

it("a test goes with a word that falls in the code and in the other tests", async () => {
  const option = (more: string) => `class Cart:\n    def __init__(self, strict=None):\n${more}`
  const uses = "        self.strict = strict\n        if self.strict:\n            raise self.strict\n"
  const path = "tests/test_options.py"
  const suite = (more: string) =>
    `class TestOptions:\n    def test_name(self):\n        assert cart().name == "a"\n${more}`
  const strict =
    "\nclass TestStrict:\n    def test_raises(self):\n        assert cart(strict=True).raises()\n"
  const others = (value: string) =>
    Array.from({ length: 4 }, (_none, at) => `def test_${at}():\n    assert load(${value}) == ${at}\n`).join(
      "\n",
    )
  const files = {
    "cart.py": option(uses),
    [path]: suite(strict),
    "tests/test_load.py": others("strict=True"),
  }
  const judged = (code: string, tests: string) =>
    toldOf(deletedTests, files, { "cart.py": code, [path]: suite(""), "tests/test_load.py": tests })
  const left = option("        if strict is not None:\n            warn()\n")
  expect(await judged(left, others("1"))).toEqual([])
  expect(await judged(left, `${others("strict=True")}\n`)).toEqual(["deleted"])
  expect(await judged(option(`${uses}        self.a = 1\n`), others("1"))).toEqual(["deleted"])
  expect(
    await lostIn(pythonPreservation, files, {
      ...files,
      "cart.py": left,
      [path]: suite(""),
      "tests/test_load.py": others("1"),
    }),
  ).toEqual([])
  expect(await lostIn(pythonPreservation, files, { [path]: suite("") })).toEqual([`${path}: TestStrict`])
})

it("a test that another one of its file took up is not gone", async () => {
  const skips = (...counts: readonly number[]) =>
    counts.map((count) => `    assert skip(rows(10), ${count}) == rows(${10 - count})\n`).join("")
  const test = (name: string, ...counts: readonly number[]) => `def test_${name}():\n${skips(...counts)}\n`
  const path = "tests/test_skip.py"
  const files = {
    "skip.py": "def skip(a, n):\n    return a[n:]\n",
    [path]: test("skip", 35) + test("far", 75),
  }
  const judged = (text: string, strict = false) => toldOf(deletedTests, files, { [path]: text }, { strict })
  expect(await judged(test("skip", 35, 75), true)).toEqual([])
  expect(await judged(test("skip", 35))).toEqual(["deleted"])
  expect(await judged(test("skip", 35, 45).replace("skip(rows", "take(data"))).toEqual(["deleted"])
  const two = { ...files, [path]: files[path] + test("farther", 75, 95) }
  expect(await toldOf(deletedTests, two, { [path]: test("skip", 35, 75) })).toEqual(["deleted"])
})
