import { describe, expect, it } from "vitest"
import { deletedTests } from "./deleted_tests.ts"
import { maskedExits } from "./exit_codes.ts"
import { edited, TESTS, toldOf } from "./forged.fixture.ts"
import { mockedSubjects } from "./mocked_subjects.ts"
import { narrowedRunner } from "./runner_settings.ts"
import { skippedTests } from "./skipped_tests.ts"
import { addedSuppressions } from "./suppressions.ts"
import { weakenedTests } from "./weakened_tests.ts"

describe("a manifest", () => {
  const cargo = (more: string) => `[package]\nname = "a"\n\n${more}`
  const judged = (files: Readonly<Record<string, string>>, more: string, others = {}) =>
    toldOf(narrowedRunner, { "Cargo.toml": cargo(""), ...files }, { "Cargo.toml": cargo(more), ...others })
  const TESTED = "pub fn a() {}\n\n#[test]\nfn works() {}\n"

  it("may turn off what has no tests", async () => {
    const off = "[lib]\ntest = false\n"
    expect(await judged({ "src/lib.rs": "/// ```\n/// a()\n/// ```\npub fn a() {}\n" }, off)).toEqual([])
    expect(await judged({ "src/lib.rs": TESTED }, off)).toEqual(["narrowed"])
    const autotests = 'autotests = false\n[lib]\nname = "a"\n'
    expect(await judged({ "src/lib.rs": "pub fn a() {}\n", "tests/a.rs": TESTED }, autotests)).toEqual([
      "narrowed",
    ])
  })

  it("may give a target a harness of its own that had no test", async () => {
    const own = '[[test]]\nname = "wpt"\nharness = false\n'
    const came = { "tests/wpt.rs": "fn main() {}\n" }
    expect(await judged({ "src/lib.rs": TESTED }, own, came)).toEqual([])
    expect(await judged({ "src/lib.rs": TESTED, "tests/wpt.rs": TESTED }, own)).toEqual(["narrowed"])
  })

  it("of a new package leaves out no test that was there", async () => {
    const pom = "<project>\n<exclude>**/TestScope*</exclude>\n</project>\n"
    const came = { "lib/pom.xml": pom, "lib/src/test/java/ATest.java": "class ATest {}\n" }
    expect(await toldOf(narrowedRunner, { "pom.xml": "<project/>\n" }, came)).toEqual([])
    const had = { "lib/src/test/java/ATest.java": "class ATest {}\n" }
    expect(await toldOf(narrowedRunner, had, { "lib/pom.xml": pom })).toEqual(["narrowed"])
  })
})

it("a configuration of a linter or of coverage leaves out no tests", async () => {
  const text = 'export default { exclude: ["**/spec/**"], ignores: ["**/.output"] }\n'
  const judged = (path: string) => toldOf(narrowedRunner, { [path]: "export default {}\n" }, { [path]: text })
  expect(await judged("nyc.config.js")).toEqual([])
  expect(await judged("eslint.config.mjs")).toEqual([])
  expect(await judged("vitest.config.mjs")).not.toEqual([])
})

it("a tag of Go that somebody has to set turns nothing off", async () => {
  const path = "cart_test.go"
  const judged = (tag: string, strict = false) =>
    toldOf(skippedTests, TESTS, { [path]: `//go:build ${tag}\n\n${TESTS[path]}` }, { strict })
  expect(await judged("!shop_small && !shop_core")).toEqual([])
  expect(await judged("shop_all")).toEqual(["skipped_at_times", "skipped_at_times"])
  expect(await judged("!linux", true)).toEqual(["skipped_at_times", "skipped_at_times"])
})

it("a test that depends on what its subject supports is no forged one", async () => {
  const path = "src/test/java/CartTest.java"
  const judged = (condition: string) =>
    toldOf(
      skippedTests,
      TESTS,
      edited(TESTS, [[path, "List<Integer> rows", `assumeTrue(${condition});\n    List<Integer> rows`]]),
    )
  expect(await judged("factory.supportsSums()")).toEqual([])
  expect(await judged('System.getenv("SLOW") != null')).toEqual(["skipped_at_times"])
})

it("a title that stays in a call behind a condition is a test that stays", async () => {
  const path = "cart.test.ts"
  const judged = (head: string) =>
    toldOf(deletedTests, TESTS, edited(TESTS, [[path, 'it("adds the prices", ', head]]))
  expect(await judged('(isOld ? it.skip : it)("adds the prices", ')).toEqual([])
  expect(await judged('// (isOld ? it.skip : it)("adds the prices")\nnoted(')).toEqual(["deleted"])
})

it("an end of the process in a text is one of another program", async () => {
  const judged = (text: string) => toldOf(maskedExits, {}, { "tests/test_a.py": text })
  expect(await judged('PROGRAM = """\nimport os\nos._exit(0)\n"""\n')).toEqual([])
  expect(await judged("import os\nos._exit(0)\n")).toEqual(["exits"])
})

it("a program that tests start ends with a code of its own", async () => {
  const judged = (path: string) =>
    toldOf(maskedExits, {}, { [path]: "setTimeout(() => {\n  process.exit(0)\n}, 500)\n" })
  expect(await judged("test/fixtures/main.mjs")).toEqual([])
  expect(await judged("test/fixtures/main.test.mjs")).toEqual(["exits"])
  expect(await judged("test/setup.mjs")).toEqual(["exits"])
})

it("a name alone makes no test of Java among tests with annotations", async () => {
  const path = "src/test/java/CartTest.java"
  const text = (first: string, second: string) =>
    `class CartTest {\n  ${first}\n  public void testAdds() {\n    assertEquals(3, total());\n  }\n\n  ${second}\n  public void testTakes() {\n    assertEquals(1, total());\n  }\n}\n`
  const judged = (before: string, after: string) =>
    toldOf(skippedTests, { [path]: before }, { [path]: after })
  expect(await judged(text("@Test", ""), text("@Test", "@Test @Ignore"))).toEqual([])
  expect(await judged(text("@Test", "@Test"), text("@Test", "@Test @Ignore"))).toEqual(["skipped"])
  const old = text("", "")
  const without = old.replace(/ {2}public void testTakes[^}]*\}\n/, "")
  expect(await toldOf(deletedTests, { [path]: old }, { [path]: without })).toEqual(["deleted"])
  expect(
    await toldOf(deletedTests, { [path]: text("@Test", "@Test") }, { [path]: text("@Test", "") }),
  ).toEqual(["deleted"])
})

it("suppressions come with a configuration that asks for more", async () => {
  const line = (at: number) => `a${at} = f(${at})`
  const text = Array.from({ length: 30 }, (_none, at) => line(at)).join("\n")
  const silenced = text.replaceAll(/$/gm, "  # type: ignore")
  const judged = (config: string) =>
    toldOf(
      addedSuppressions,
      { "a.py": text, "setup.cfg": "[mypy]\n" },
      { "a.py": silenced, "setup.cfg": `[mypy]\n${config}` },
    )
  expect(await judged("disallow_untyped_defs = True\n")).toEqual([])
  expect(await judged("files = src\n")).toHaveLength(30)
})

describe("assertions", () => {
  it("that an error is raised mean the same around a block", async () => {
    const test = (body: string) => ({ "tests/test_a.py": `import pytest\n\ndef test_a():\n    ${body}\n` })
    const judged = (old: string, now: string) => toldOf(weakenedTests, test(old), test(now))
    const block = "with pytest.raises(TypeError):\n        f(3)"
    expect(await judged("pytest.raises(TypeError, lambda: f(3))", block)).toEqual([])
    expect(await judged("pytest.raises(TypeError, f, 3)", block.replace("TypeError", "Exception"))).toEqual([
      "loosened",
    ])
    expect(await judged('with pytest.raises(TypeError, match="no"):\n        f(3)', block)).toEqual([
      "loosened",
    ])
  })

  it("of a truth value and of an error in Go mean the same in words", async () => {
    const test = (body: string) => ({
      "cart_test.go": `package cart\n\nfunc TestA(t *testing.T) {\n\t${body}\n}\n`,
    })
    const judged = (old: string, now: string) => toldOf(weakenedTests, test(old), test(now))
    const fails = (condition: string) => `if ${condition} {\n\t\tt.Error("no")\n\t}`
    expect(await judged(fails('c.Bool("a") != true'), 'assert.True(t, c.Bool("a"))')).toEqual([])
    expect(await judged(fails("err != ErrHelp"), "assert.ErrorIs(t, err, ErrHelp)")).toEqual([])
    expect(await judged(fails("err != ErrHelp"), "assert.Error(t, err)")).toEqual(["loosened"])
  })

  it("by another library may say it in weaker words", async () => {
    const test = (lines: readonly string[]) => ({
      "a.test.ts": `it("adds", () => {\n  ${lines.join("\n  ")}\n})\n`,
    })
    const old = test(["expect(a()).toBe(1)", "expect(b()).toBe(2)", "expect(c()).toBe(3)"])
    const judged = (lines: readonly string[]) => toldOf(weakenedTests, old, test(lines))
    expect(await judged(["assert.ok(a())", "assert.equal(b(), 2)", "assert.equal(c(), 3)"])).toEqual([])
    expect(await judged(["expect(a()).toBeTruthy()", "expect(b()).toBe(2)", "expect(c()).toBe(3)"])).toEqual([
      "loosened",
    ])
  })

  it("may be redefined by a file that moves, and a test is no double of what it is named after", async () => {
    const own = "macro_rules! assert_eq {\n    ($a:expr) => {};\n}\n"
    const text = `${own}${TESTS["tests/cart.rs"]}`
    const files = { "tests/data.rs": text }
    expect(await toldOf(weakenedTests, files, { "tests/data.rs": null, "url/tests/data.rs": text })).toEqual(
      [],
    )
    expect(await toldOf(weakenedTests, TESTS, { "tests/cart.rs": text })).toContain("shadowed")
    const named = (more: string) => `${TESTS["tests/cart.rs"]}${more}`
    const judged = (more: string) =>
      toldOf(mockedSubjects, TESTS, { "tests/cart.rs": named(more).replace("use cart::total;\n", "") })
    expect(await judged("\nfn total(_: &[u8]) -> u8 { 3 }\n")).toEqual(["mocked"])
    expect(await judged("\n#[test]\nfn total() {\n    assert!(true_of(1));\n}\n")).toEqual([])
  })
})

it("a deleted file of tests went with what it names", async () => {
  const suite = "public class AllTests {\n  Object all = suiteOf(PrivateModules.class);\n}\n"
  const files = {
    "src/test/java/AllTests.java": suite,
    "src/main/java/PrivateModules.java": "class PrivateModules {}\n",
  }
  const deleted = { "src/test/java/AllTests.java": null }
  expect(
    await toldOf(deletedTests, files, { ...deleted, "src/main/java/PrivateModules.java": null }),
  ).toEqual([])
  expect(await toldOf(deletedTests, files, deleted)).toEqual(["deleted_file"])
})

it("who calls a test of Python that asserts nothing takes it for a helper", async () => {
  const files = {
    "tests/util.py": "def test_path(name):\n    return root + name\n",
    "tests/test_a.py": "from .util import test_path\n\ndef test_a():\n    assert open(test_path('a'))\n",
  }
  const now = { "tests/util.py": "def _support(name):\n    return root + name + suffix\n" }
  const user = { "tests/test_a.py": files["tests/test_a.py"].replaceAll("test_path", "_support") }
  expect(await toldOf(deletedTests, files, { ...now, ...user })).toEqual([])
  expect(await toldOf(deletedTests, files, now)).toEqual(["deleted"])
})

it("a deleted file of tests went with what it imports", async () => {
  const path = "src/test/java/CartTest.java"
  const files = {
    [path]: `import shop.CompositeCart;\n${TESTS[path]}`,
    "src/main/java/shop/CompositeCart.java": "package shop;\npublic class CompositeCart { }\n",
    "src/main/java/shop/B.java": "package shop;\nclass B { }\n",
  }
  const deleted = { [path]: null, "src/main/java/shop/CompositeCart.java": null }
  expect(await toldOf(deletedTests, files, deleted)).toEqual([])
  expect(
    await toldOf(deletedTests, files, {
      [path]: null,
      "src/main/java/shop/B.java": "package shop;\nclass B { int a; }\n",
    }),
  ).toEqual(["deleted", "deleted"])
})

it("tests that a program writes are judged by its source", async () => {
  const path = "cart_test.go"
  const head = "// Code generated by shop. DO NOT EDIT.\n\n"
  const judged = (mark: string) =>
    toldOf(deletedTests, { [path]: mark + TESTS[path] }, { [path]: `${mark}package cart\n` })
  expect(await judged(head)).toEqual([])
  expect(await judged("// Tests of the cart.\n\n")).toEqual(["deleted", "deleted"])
})
