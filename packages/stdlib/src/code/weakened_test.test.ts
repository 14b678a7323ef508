import { expect, it } from "vitest"
import { weakenedTest } from "./weakened_test.ts"

const SCRIPT = 'test("adds", () => {\n  assert.equal(add(1, 2), 3)\n})\n'
const PYTHON = "def test_adds():\n    assert add(1, 2) == 3\n"
const GO = 'package a\n\nfunc TestAdds(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("bad")\n\t}\n}\n'
const RUST = "#[test]\nfn adds() {\n    assert_eq!(add(1, 2), 3);\n}\n"
const JAVA = "class ATest {\n  @Test\n  void adds() {\n    assertEquals(3, A.add(1, 2));\n  }\n}\n"

const reason = (path: string, before: string, after: string) =>
  weakenedTest({ path, before: Buffer.from(before), after: Buffer.from(after) })

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
])("%s: what keeps a test from running skips it: %j, %j becomes %j", (path, before, old_text, new_text) => {
  expect(reason(path, before, before.replace(old_text, new_text))).toBe("a test of it is skipped now")
})

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
  ["tests/a.rs", `#[cfg(unix)]\n${RUST}`, "#[cfg(unix)]\n#[test]", "#[test]\n#[cfg(unix)]"],
])("%s: another change does not: %j, %j becomes %j", (path, before, old_text, new_text) => {
  expect(reason(path, before, before.replace(old_text, new_text))).toBeNull()
})

it.each([
  ["a_test.go", `//go:build linux\n\n${GO}`],
  ["tests/a.rs", `#[cfg(unix)]\n${RUST}`],
])("%s: a new test file may be for some builds alone", (path, text) => {
  expect(weakenedTest({ path, before: null, after: Buffer.from(text) })).toBeNull()
})
