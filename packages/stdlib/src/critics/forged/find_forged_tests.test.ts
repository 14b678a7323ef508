import { changeSet } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { findForgedTests } from "./find_forged_tests.ts"

const SCRIPT = 'test("adds", () => {\n  assert.equal(add(1, 2), 3)\n})\n'
const PYTHON = "def test_adds():\n    assert add(1, 2) == 3\n"
const GO = 'package a\n\nfunc TestAdds(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("bad")\n\t}\n}\n'
const RUST = "#[test]\nfn adds() {\n    assert_eq!(add(1, 2), 3);\n}\n"
const JAVA = "class ATest {\n  @Test\n  void adds() {\n    assertEquals(3, A.add(1, 2));\n  }\n}\n"

const told = async (path: string, before: string | null, after: string) =>
  (await findForgedTests(changeSet([{ path, before, after }]))).map(({ rule }) => rule)

it.each([
  ["a.test.mjs", SCRIPT, "() => {\n", "() => {\n  return\n"],
  ["a.test.mjs", SCRIPT, "() => {\n", "function () {\n  this.skip()\n"],
  ["a.test.mjs", SCRIPT, "() => {\n", '(context) => {\n  context.skip("later")\n'],
  ["a.test.mjs", SCRIPT, '"adds", ', '"adds", { skip: !process.env.NIGHTLY }, '],
  ["test_a.py", PYTHON, "():\n", "():\n    return\n"],
  ["test_a.py", PYTHON, "== 3\n", "== 3\n\ndel test_adds\n"],
  ["test_a.py", PYTHON, "def", "__test__ = False\n\ndef"],
  ["a_test.go", GO, "package", "//go:build never\n\npackage"],
  ["a_test.go", GO, "package", "// +build ignore\n\npackage"],
  ["a_test.go", GO, ".T) {\n", ".T) {\n\treturn\n"],
  ["tests/a.rs", RUST, "#[test]", "#[cfg(any())]\n#[test]"],
  ["tests/a.rs", RUST, "#[test]", "#[test]\n#[cfg(any())]"],
  ["tests/a.rs", `mod all {\n${RUST}}\n`, "mod", "#[cfg(any())]\nmod"],
  ["a_test.go", `//go:build linux\n\n${GO}`, "linux", "linux && never"],
  ["tests/a.rs", RUST, "adds() {\n", "adds() {\n    return;\n"],
  ["src/test/java/ATest.java", JAVA, "@Test", "@Test @org.junit.jupiter.api.Disabled"],
  ["src/test/java/ATest.java", JAVA, "adds() {\n", "adds() {\n    if (true) return;\n"],
  ["a.test.mjs", SCRIPT, 'test("adds"', 'if (false) test("adds"'],
  ["a.test.mjs", SCRIPT, "  assert", "  if (0) assert"],
  ["a.test.mjs", SCRIPT, '"adds", ', '"adds", { ignore: true }, '],
  ["test_a.py", PYTHON, PYTHON, "if False:\n    def test_adds():\n        assert add(1, 2) == 3\n"],
  ["test_a.py", PYTHON, "    assert", "    if not True:\n        assert"],
  ["test_a.py", PYTHON, PYTHON, "if TYPE_CHECKING:\n    def test_adds():\n        assert add(1, 2) == 3\n"],
  ["a_test.go", GO, "\tif Add", "\tif false && Add"],
  ["tests/a.rs", RUST, "    assert_eq!(add(1, 2), 3);", "    if false { assert_eq!(add(1, 2), 3); }"],
  ["tests/a.rs", RUST, "#[test]\nfn adds", "#[cfg(any())]\n#[test]\nfn sums"],
  ["tests/a.rs", RUST, "#[test]\nfn adds", "#[cfg(all(unix, not(all())))]\n#[test]\nfn sums"],
  ["tests/a.rs", RUST, "#[test]\nfn adds", '#[cfg(feature = "never")]\n#[test]\nfn sums'],
  ["tests/a.rs", RUST, RUST, `#[cfg(feature = "never")]\nmod sums {\n${RUST}}\n`],
  ["src/test/java/ATest.java", JAVA, "    assert", "    if (false) assert"],
])(
  "%s: what keeps a test from running is told: %j, %j becomes %j",
  async (path, before, old_text, new_text) => {
    expect(await told(path, before, before.replace(old_text, new_text))).toHaveLength(1)
  },
)

it.each([
  ["a.test.mjs", SCRIPT, "(add(1, 2), 3)", "(list(rows).skip(2), find({ skip: 10 }))"],
  ["a.test.mjs", SCRIPT, "  assert", "  const f = () => {\n    return 3\n  }\n  assert"],
  ["tests/a.rs", RUST, "#[test]", "#[cfg(test)]\n#[test]"],
  ["a_test.go", GO, "package a\n", "// go builds this\npackage a\n"],
  ["a_test.go", `// +build linux,!race\n\n${GO}`, "// +build", "//go:build linux && !race\n// +build"],
  ["tests/a.rs", RUST, "#[test]", "#[cfg(unix)]\nuse std::os;\n\n#[test]"],
  [
    "tests/a.rs",
    RUST,
    "#[test]",
    '#[cfg(feature = "wide")]\n#[test]\nfn adds_wide() {\n    assert!(true);\n}\n\n#[test]',
  ],
  ["test_a.py", PYTHON, "def test_adds", "def test_sums"],
  [
    "test_a.py",
    PYTHON,
    "def test_adds",
    "@pytest.mark.skipif(WIN, reason='x')\ndef test_more():\n    assert True\n\n\ndef test_adds",
  ],
  ["a.test.mjs", SCRIPT, 'test("adds"', 'test.todo("subtracts")\ntest("adds"'],
  ["a.test.mjs", SCRIPT, "(add(1, 2), 3)", '(list({ dot: 1, ignore: "node_modules" }), 3)'],
  ["tests/a.rs", RUST, "    assert", "    if !false {}\n    assert"],
  ["tests/a.rs", `#[cfg(unix)]\n${RUST}`, "#[cfg(unix)]\n#[test]", "#[test]\n#[cfg(unix)]"],
])("%s: another change does not: %j, %j becomes %j", async (path, before, old_text, new_text) => {
  expect(await told(path, before, before.replace(old_text, new_text))).toEqual([])
})

it.each([
  ["a_test.go", `//go:build linux\n\n${GO}`],
  ["tests/a.rs", `#[cfg(unix)]\n${RUST}`],
])("%s: a new test file may be for some builds alone", async (path, text) => {
  expect(await told(path, null, text)).toEqual([])
})

it.each([
  ["a.test.mjs", SCRIPT, "  assert.equal(add(1, 2), 3)\n", "  add(1, 2)\n", "no_assertion"],
  ["test_a.py", PYTHON, "== 3", "!= 4", "loosened"],
  ["a_test.go", GO, "func TestAdds", "func testAdds", "deleted"],
])("%s: %j, %j becomes %j is %s", async (path, before, old_text, new_text, rule) => {
  expect(await told(path, before, before.replace(old_text, new_text))).toEqual([rule])
})

it.each([
  ["by another name", "def test_sums():\n    assert add(2, 2) == 4\n", ["deleted"]],
  ["skipped", `@pytest.mark.skip\n${PYTHON.replace("adds", "sums")}`, ["skipped"]],
  ["beside a new one that is skipped", `${PYTHON}\n\n@skip\ndef test_new():\n    pass\n`, []],
  [
    "and one skip is for all",
    `${PYTHON}\n\ndef test_new():\n    pass\n\npytestmark = pytest.mark.skip\n`,
    ["skipped"],
  ],
])("a test that comes %s", async (_how, after, rules) => {
  expect(await told("test_a.py", PYTHON, after)).toEqual(rules)
})

it("takes no test for moved whose words are in data", async () => {
  for (const after of [SCRIPT, SCRIPT.replaceAll(/^/gm, "# "), '["adds", "add", 1, 2, 3]\n']) {
    const files = [
      { path: "a.test.mjs", before: SCRIPT, after: null },
      { path: "a.txt", after },
    ]
    const found = await findForgedTests(changeSet(files))
    expect([after, found.map(({ rule }) => rule)]).toEqual([after, ["deleted"]])
  }
})

it("lets a test file get another place, where its tests are run alike", async () => {
  const file = { path: "src/ATest.kt", before: "class ATest" }
  const movedTo = async (path: string, after = "class ATest") =>
    (await findForgedTests(changeSet([file, { path, after }]))).length === 0
  expect(await movedTo("test/ATest.kt")).toBe(true)
  expect(await movedTo("test/ATest.kt", "class BTest")).toBe(false)
  expect(await movedTo("test/A.kt")).toBe(false)
})

it("knows tests by what they define, in a folder of any name", async () => {
  const before =
    'import test from "node:test"\ntest("takes off", () => {\n  assert.equal(price(9, 1), 8)\n})\n'
  const found = async (after: string | null, more: readonly { path: string; after: string }[] = []) =>
    (await findForgedTests(changeSet([{ path: "verify/price.mjs", before, after }, ...more]))).map(
      ({ rule }) => rule,
    )
  expect(await found(before.replace("assert.equal(price(9, 1), 8)", "price(9, 1)"))).toEqual(["no_assertion"])
  expect(await found(before.replace("test(", "test.skip("))).toEqual(["skipped"])
  expect(await found(null)).toEqual(["deleted"])
  expect(await found(null, [{ path: "verify/cost.mjs", after: before }])).toEqual([])
  expect(await found(null, [{ path: "src/cost.mjs", after: before }])).toEqual(["deleted"])
})

it.each([
  ["a new test file", { after: `import pytest\n\n\n${PYTHON}` }, true],
  [
    "another one",
    { after: `def test_b():\n    pass\n\n\n${PYTHON}`, before: "def test_b():\n    pass\n" },
    true,
  ],
  ["a file where it was already", { after: `${PYTHON}\n`, before: PYTHON }, false],
  ["a file that is not a test", { after: PYTHON, path: "helpers.py" }, false],
  ["a file that skips all", { after: `pytestmark = pytest.mark.skip\n\n\n${PYTHON}` }, false],
  ["a block that never runs", { after: `if False:\n    ${PYTHON.replace("\n", "\n    ")}` }, false],
  ["one where it asks less", { after: PYTHON.replace(" == 3", "") }, false],
])("a test may move to %s", async (_where, other, is_fine) => {
  for (const after of [null, "import pytest\n"]) {
    const files = [
      { path: "test_a.py", before: PYTHON, after },
      { path: "test_b.py", ...other },
    ]
    expect((await findForgedTests(changeSet(files))).length === 0).toBe(is_fine)
  }
})

it("tells an assertion that is gone, without being asked to be strict", async () => {
  const both = "def test_adds():\n    assert add(1, 2) == 3\n    assert add(1, 3) == 4\n"
  expect(await told("test_a.py", both, both.replace("    assert add(1, 3) == 4\n", ""))).toEqual([
    "assertion_gone",
  ])
})
