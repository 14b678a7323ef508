import { changeSet } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { deletedTests } from "./deleted_tests.ts"
import { edited, TESTS, toldOf } from "./forged.fixture.ts"
import { narrowedRunner } from "./runner_settings.ts"
import { weakenedTests } from "./weakened_tests.ts"

const JAVA = "src/test/java/CartTest.java"

it("reads a test of JUnit 3 that has an annotation", async () => {
  const test = (mark: string) =>
    `public class CartTest extends TestCase {\n  ${mark}public void testTotal() {\n    assertEquals(3, Cart.total());\n  }\n}\n`
  const judged = (mark: string) => toldOf(deletedTests, { [JAVA]: test("") }, { [JAVA]: test(mark) })
  expect(await judged('@SuppressWarnings("unused")\n  ')).toEqual([])
  expect(await judged("@BeforeEach\n  ")).toEqual(["deleted"])
})

it("reads assertions of Truth", async () => {
  const judged = (old_text: string, new_text: string) =>
    toldOf(weakenedTests, TESTS, edited(TESTS, [[JAVA, old_text, new_text]]))
  const equal = "assertEquals(3, Cart.total(rows))"
  const truth = 'assertWithMessage("the sum").that(Cart.total(rows))'
  expect(await judged(equal, `${truth}.isEqualTo(3)`)).toEqual([])
  expect(await judged(equal, "assertThat(Cart.total(rows)).isSameInstanceAs(3)")).toEqual([])
  expect(await judged(equal, "assertThat(Cart.total(rows)).containsExactly(3).inOrder()")).toEqual([])
  expect(await judged(equal, `${truth}.isNotNull()`)).toEqual(["loosened"])
  expect(await judged(equal, "assertThat(Cart.total(rows)).contains(3).inOrder()")).toEqual(["loosened"])
})

const go = (...lines: readonly string[]) => ({
  "cart_test.go": `package cart\n\nfunc TestTotal(t *testing.T) {\n\t${lines.join("\n\t")}\n}\n`,
})

it("lets what is said of a missing value be said in other words", async () => {
  const missing = (text: string) => go("h := Find()", `if h == nil {\n\t\tt.Fatal("${text}")\n\t}`)
  expect(await toldOf(weakenedTests, missing("no handle"), missing("no handler"))).toEqual([])
})

it("lets a test have its assertions in those that it runs", async () => {
  const before = go("if Total(nil) != 0 {\n\t\tt.Fatal(1)\n\t}")
  const table = (line: string) =>
    go(`for _, one := range cases {\n\t\tt.Run(one.name, func(t *testing.T) {\n\t\t\t${line}\n\t\t})\n\t}`)
  const asserting = table("if Total(one.rows) != one.sum {\n\t\t\t\tt.Fatal(1)\n\t\t\t}")
  expect(await toldOf(weakenedTests, before, asserting)).toEqual([])
  expect(await toldOf(weakenedTests, before, table("Total(one.rows)"))).toEqual(["no_assertion"])
})

it("lets the assertions of a test go to one of its name in another file", async () => {
  const test = (line: string) => `it("infers", () => {\n  const row = load()\n  ${line}\n})\n`
  const files = { "cart.test.ts": test("expect(row).toBe(3)") }
  const emptied = { "cart.test.ts": test("row") }
  expect(await toldOf(weakenedTests, files, emptied)).toEqual(["no_assertion"])
  const types = `describe("types", () => {\n${test("expectTypeOf(row).toBeNumber()")}})\n`
  expect(await toldOf(weakenedTests, files, { ...emptied, "cart.test-d.ts": types })).toEqual([])
  const other = types.replace("infers", "reads")
  expect(await toldOf(weakenedTests, files, { ...emptied, "cart.test-d.ts": other })).toEqual([
    "no_assertion",
  ])
})

it("takes expectType of a value for an assertion", async () => {
  const test = (line: string) => ({ "cart.test.ts": `it("infers", () => {\n  ${line}\n})\n` })
  const both = test("expect(load()).toBe(3)\n  expect(more()).toBe(1)")
  expect(await toldOf(weakenedTests, both, test("expectType<number>(other())"))).toEqual([])
  expect(await toldOf(weakenedTests, both, test("expect<number>(other())"))).toEqual(["asserts_nothing"])
})

it("lets a test ask for no warning where the code warns less", async () => {
  const test = (body: string) => `import pytest\n\n\ndef test_client():\n${body}`
  const code = (body: string) => `import warnings\n\n\ndef client():\n${body}`
  const warn = "    warnings.warn('old', DeprecationWarning)\n"
  const files = {
    "tests/test_a.py": test("    with pytest.warns(DeprecationWarning):\n        client()\n"),
    "a.py": code(`${warn}${warn}    return 1\n`),
  }
  const after = { "tests/test_a.py": test("    client()\n") }
  expect(await toldOf(weakenedTests, files, after)).toEqual(["no_assertion"])
  expect(await toldOf(weakenedTests, files, { ...after, "a.py": code(`${warn}    return 1\n`) })).toEqual([])
})

it("lets a test go with a word that only comments of the code still have", async () => {
  const test = "def test_proxies():\n    assert client(proxies=1) == 3\n\n"
  const kept = "def test_client():\n    assert client() == 3\n"
  const files = {
    "tests/test_a.py": `${test}${kept}`,
    "a.py": 'def client(proxies=None):\n    """Takes proxies."""\n    return proxies or 3\n',
  }
  const after = { "tests/test_a.py": kept }
  const judged = (code: string) => toldOf(deletedTests, files, { ...after, "a.py": code })
  expect(await judged('def client():\n    """Took proxies."""\n    return 3 # proxies\n')).toEqual([])
  expect(await judged('def client(proxies=None):\n    """Takes them."""\n    return proxies or 4\n')).toEqual(
    ["deleted"],
  )
})

it("lets tests become files of cases", async () => {
  const after = edited(TESTS, [
    ["cart.test.ts", TESTS["cart.test.ts"], 'it("draws", () => {\n  each()\n})\n'],
  ])
  const cases = (folder: string) => ({ [`test/${folder}/a.json`]: "{}", [`test/${folder}/b.json`]: "{}" })
  expect(await toldOf(deletedTests, TESTS, after)).toEqual(["deleted", "deleted"])
  expect(await toldOf(deletedTests, TESTS, { ...after, ...cases("data") })).toEqual(["deleted", "deleted"])
  expect(await toldOf(deletedTests, TESTS, { ...after, ...cases("fixtures") })).toEqual([])
})

it("misses no test that had nothing in it, and finds helpers of Rust in a deeper folder", async () => {
  const empty = go("")
  expect(await toldOf(deletedTests, empty, { "cart_test.go": "package cart\n" })).toEqual([])
  const helper = { "tests/common.rs": "pub fn load_all_orders() -> Vec<u8> { vec![1, 2, 3] }\n" }
  const moved = { "tests/common.rs": null, "tests/suite/common.rs": helper["tests/common.rs"] }
  expect(await toldOf(deletedTests, helper, moved)).toEqual([])
  expect(await toldOf(deletedTests, helper, { "tests/common.rs": null })).toEqual(["deleted_file"])
})

it("takes no property of Maven for a test that is left out", async () => {
  const pom = (exclude: string) =>
    `<project>\n<testExcludes>\n<exclude>${exclude}</exclude>\n</testExcludes>\n</project>\n`
  const judged = (exclude: string) =>
    toldOf(narrowedRunner, { "pom.xml": "<project>\n</project>\n" }, { "pom.xml": pom(exclude) })
  expect(await judged("${excludeTestCompilation}")).toEqual([])
  expect(await judged("**/CartTest.java")).toEqual(["narrowed"])
})

it("takes what assert_cmd asks of a command for an assertion", async () => {
  const test = (name: string, body: string) => `#[test]\nfn ${name}() {\n    bat()${body};\n}\n`
  const paged =
    '.env("PAGER", mocked::from("echo pager-output")).arg("--paging=always").arg("--set-title").assert().stdout(contains("pager"))'
  const basic =
    '.arg("--set-title").arg("a file whose name makes the chain of calls a long one.txt").assert().success().stdout("hello")'
  const files = { "tests/title.rs": test("pager_set_terminal_title", paged) }
  const judged = (body: string) =>
    toldOf(deletedTests, files, { "tests/title.rs": test("basic_set_terminal_title", body) })
  expect(await judged(basic)).toEqual([])
  expect(await judged(basic.replace(".assert()", ".output()"))).toEqual(["deleted"])
})

it("takes expect with words of Unexpected for an assertion", async () => {
  const test = (...lines: readonly string[]) => ({
    "cart.test.js": `it("sums", () => {\n  ${lines.join("\n  ")}\n})\n`,
  })
  const before = test('expect(total(rows), "to equal", 3)', 'expect(rows, "to have length", 2)')
  expect(await toldOf(weakenedTests, before, test('expect(all(rows), "to have passed")'))).toEqual([])
  expect(await toldOf(weakenedTests, before, test("expect(all(rows))"))).toEqual(["asserts_nothing"])
})

it("takes a query of Testing Library for an assertion", async () => {
  const test = (line: string) => ({
    "cart.test.tsx": `it("shows", () => {\n  render(<Cart />)\n  ${line}\n})\n`,
  })
  const before = test('expect(container.firstChild.textContent).toBe("3")')
  expect(await toldOf(weakenedTests, before, test('screen.getByText("sum: 3")'))).toEqual([])
  expect(await toldOf(weakenedTests, before, test('screen.queryByText("sum: 3")'))).toEqual(["no_assertion"])
})

it("lets a test that leaves it to a helper be followed by one that does", async () => {
  const delay = (name: string) => `def ${name}(self):\n    yield self._delay(total=3, delay=0.1)\n\n`
  const other = "def test_other(self):\n    assert crawl() == 1\n"
  const judged = (after: string) =>
    toldOf(
      deletedTests,
      { "tests/test_a.py": `${delay("test_delay")}${other}` },
      { "tests/test_a.py": after },
    )
  expect(await judged(`${delay("test_fixed_delay").replace("0.1", "0.2")}${other}`)).toEqual([])
  expect(await judged(other)).toEqual(["deleted"])
})

it("lets a plugin of Maven be skipped that runs no tests", async () => {
  const pom = (plugin: string) =>
    `<project>\n<plugin>\n<artifactId>${plugin}</artifactId>\n<skip>true</skip>\n</plugin>\n</project>\n`
  const judged = (plugin: string) =>
    toldOf(narrowedRunner, { "pom.xml": "<project>\n</project>\n" }, { "pom.xml": pom(plugin) })
  expect(await judged("maven-deploy-plugin")).toEqual([])
  expect(await judged("maven-surefire-plugin")).toEqual(["narrowed"])
})

it("fails a test that is deleted alone, and warns where something else changed", async () => {
  const [path, code] = ["cart.test.ts", "cart.ts"] as const
  const levels = async (now: string) => {
    const set = changeSet([
      { path, before: TESTS[path], after: null },
      { path: code, before: "export const total = 1\n", after: now },
    ])
    const verdict = await deletedTests.check(set, memoryFacts({}, set))
    return verdict.status === "fail" ? verdict.violations.map(({ severity }) => severity) : []
  }
  expect(await levels("export  const total = 1\n")).toEqual(["error", "error"])
  expect(await levels("export const total = 2\n")).toEqual(["warning", "warning"])
})

it("warns of an assertion that asks for less, and fails one that asks for nothing", async () => {
  const change = (text: string) => edited(TESTS, [["cart.test.ts", "expect(total(rows)).toBe(3)", text]])
  const levels = async (text: string) => {
    const files = Object.entries(change(text)).map(([path, after]) => ({
      path,
      before: TESTS["cart.test.ts"],
      after,
    }))
    const set = changeSet(files)
    const verdict = await weakenedTests.check(set, memoryFacts(TESTS, set))
    return verdict.status === "fail" ? verdict.violations.map(({ rule, severity }) => [rule, severity]) : []
  }
  expect(await levels("expect(total(rows)).toBeTruthy()")).toEqual([["loosened", "warning"]])
  expect(await levels("expect(true).toBe(true)")).toEqual([["asserts_nothing", undefined]])
})
