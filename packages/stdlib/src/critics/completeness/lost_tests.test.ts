import { expect, it } from "vitest"
import { lostIn } from "../preservation/preservation.fixture.ts"
import { lostTests } from "./lost_tests.ts"

const TS =
  'it("adds", () => {\n  expect(add(1, 2)).toBe(3)\n})\n\ntest("takes away", async () => {\n  expect(await minus(3, 2)).toBe(1)\n})\n'
const PY =
  "def test_adds():\n    assert add(1, 2) == 3\n\n\nclass TestMinus:\n    def test_takes_away(self):\n        assert minus(3, 2) == 1\n"
const RS =
  "pub fn add() -> u8 {\n    1\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(add(), 1);\n    }\n\n    #[test]\n    fn adds_more() {\n        assert!(add() > 0);\n    }\n}\n"
const JAVA =
  "class CartTest {\n  @Test\n  void adds() {\n    assertEquals(3, add(1, 2));\n  }\n\n  @Test\n  public void takesAway() throws Exception {\n    assertEquals(1, minus(3, 2));\n  }\n}\n"

it.each([
  ["a.test.ts", TS, TS.slice(0, TS.indexOf("test(")), "takes away"],
  ["test/a.js", TS, TS.slice(TS.indexOf("test(")), "adds"],
  ["tests/test_a.py", PY, PY.slice(PY.indexOf("class")), "test_adds"],
  ["tests/test_a.py", PY, PY.slice(0, PY.indexOf("class")), "test_takes_away"],
  ["src/lib.rs", RS, RS.replace(/ {4}#\[test\]\n {4}fn adds_more[^}]*\}\n/, ""), "adds_more"],
  [
    "src/test/java/CartTest.java",
    JAVA,
    `${JAVA.slice(0, JAVA.indexOf("  @Test\n  public"))}}\n`,
    "takesAway",
  ],
])("%s loses a test", async (path, before, after, name) => {
  expect(await lostIn(lostTests, { [path]: before }, { [path]: after })).toEqual([`${path}: ${name}`])
})

it.each([
  ["a.test.ts", TS, TS.replace(" expect(add(1, 2)).toBe(3)", ""), "adds"],
  ["tests/test_a.py", PY, PY.replace("assert add(1, 2) == 3", "pass"), "test_adds"],
  ["src/lib.rs", RS, RS.replace("        assert_eq!(add(), 1);\n", ""), "adds"],
  ["src/test/java/CartTest.java", JAVA, JAVA.replace("assertEquals(3, add(1, 2));", ""), "adds"],
])("%s has a test that tests nothing", async (path, before, after, name) => {
  expect(await lostIn(lostTests, { [path]: before }, { [path]: after })).toEqual([`${path}: ${name}`])
})

it("a test file that is gone is told once, without a line", async () => {
  expect(await lostIn(lostTests, { "a.test.ts": TS }, { "a.test.ts": null })).toEqual(["a.test.ts: adds"])
})

it.each<[string, Record<string, string>, Record<string, string | null>]>([
  ["renamed", { "a.test.ts": TS }, { "a.test.ts": TS.replace("takes away", "subtracts") }],
  ["in another file", { "a.test.ts": TS }, { "a.test.ts": null, "b.spec.ts": TS }],
  [
    "merged into one",
    { "a.test.ts": TS },
    {
      "a.test.ts":
        'it("adds", () => {\n  expect(add(1, 2)).toBe(3)\n  expect(await minus(3, 2)).toBe(1)\n})\n',
    },
  ],
  [
    "gone with its code",
    { "a.test.ts": TS, "a.ts": "export const add = 1\nexport const minus = 2\n" },
    { "a.test.ts": TS.slice(0, TS.indexOf("test(")), "a.ts": "export const add = 1\n" },
  ],
  [
    "rewritten",
    { "tests/test_a.py": PY },
    { "tests/test_a.py": PY.replace(/def test_adds[^]*== 3\n/, "def test_sums():\n    check(sum_of)\n") },
  ],
  ["no test", { "src/a.ts": TS }, { "src/a.ts": "export {}\n" }],
  ["empty before", { "a.test.ts": 'it("waits", () => {})\n' }, { "a.test.ts": 'it("waits", () => {\n})\n' }],
])("a test that is %s passes", async (_what, before, after) => {
  expect(await lostIn(lostTests, before, after)).toEqual([])
})

it("counts tests of one title", async () => {
  const twice = `${TS}\n${TS.replace("add(1, 2)).toBe(3)", "add(5, 5)).toBe(10)")}`
  const once = `${TS}\n${TS.slice(TS.indexOf("test("))}`
  expect(await lostIn(lostTests, { "a.test.ts": twice }, { "a.test.ts": once })).toEqual(["a.test.ts: adds"])
})

it("reads hostile texts in linear time", async () => {
  const hostile = `${'it("'.repeat(20_000)}\n${"@Test ".repeat(20_000)}\n${"(".repeat(20_000)}`
  expect(await lostIn(lostTests, { "a.test.ts": hostile }, { "a.test.ts": "" })).toEqual([])
})
