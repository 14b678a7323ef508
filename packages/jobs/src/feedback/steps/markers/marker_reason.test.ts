import { describe, expect, it } from "vitest"
import { markerReason } from "./marker_reason.ts"

const CHANGED = ["src/calc.mjs", "calc.py", "calc.go", "src/calc.rs", "src/main/java/shop/Calc.java"]

const js = (...lines: readonly string[]) =>
  [
    'import assert from "node:assert"',
    'import * as calc from "../src/calc.mjs"',
    'import { add } from "../src/calc.mjs"',
    'test("a", async () => {',
    ...lines.map((line) => `  ${line}`),
    "})",
  ].join("\n")
const py = (...lines: readonly string[]) =>
  ["import calc", "from calc import add", "def test_a():", ...lines.map((line) => `    ${line}`)].join("\n")
const go = (...lines: readonly string[]) =>
  ["func TestA(t *testing.T) {", ...lines.map((line) => `\t${line}`), "}"].join("\n")
const rs = (...lines: readonly string[]) =>
  ["#[test]", "fn a() {", ...lines.map((line) => `    ${line}`), "}"].join("\n")
const java = (...lines: readonly string[]) =>
  ["@Test", "void a() throws Exception {", ...lines.map((line) => `  ${line}`), "}"].join("\n")

// @requirement self-correction.regression-test
describe("a test that tests nothing", () => {
  it.each([
    ["the text of add", "script", js("assert.match(String(add), /round/)")],
    ["the text of calc.add", "script", js('assert.ok(calc.add.toString().includes("round"))')],
    ["the text of add", "script", js("assert.match(`${add}`, /round/)")],
    ["the text of add", "script", js("assert.match(Function.prototype.toString.call(add), /round/)")],
    ["the text of fn", "script", js("const fn = calc.add", 'assert.ok((fn + "").includes("round"))')],
    [
      "the text of src/calc.mjs",
      "script",
      js('const from = require.resolve("../src/calc")', "assert.match(readFileSync(from), /a/)"),
    ],
    [
      "the text of src/calc.mjs",
      "script",
      js('const said = execFileSync("cat", ["src/calc.mjs"])', "assert.match(said, /a/)"),
    ],
    [
      "the text of src/calc.mjs",
      "script",
      `import text from "../src/calc.mjs?raw"\n${js("expect(text).toMatch(/a/)")}`,
    ],
    ["the text of the code", "python", py("assert 'round' in calc.add.__code__.co_names")],
    ["the text of the code", "python", py("assert 'round' in linecache.getline('calc.py', 2)")],
    [
      "the text of calc.go",
      "go",
      go('text, _ := os.ReadFile("calc.go")', 'if !bytes.Contains(text, x) { t.Fatal("no") }'),
    ],
    [
      "the text of calc.go",
      "go",
      `//go:embed calc.go\nvar text string\n${go('if text == "" { t.Fatal("no") }')}`,
    ],
    ["the text of src/calc.rs", "rust", rs('assert!(include_str!("../src/calc.rs").contains("round"));')],
    [
      "the text of src/main/java/shop/Calc.java",
      "java",
      java(
        'var path = Path.of("src/main/java/shop/Calc.java");',
        "assertTrue(Files.lines(path).count() > 3);",
      ),
    ],
    ["whether a name is there", "script", js('assert.equal(typeof calc.rounded, "function")')],
    ["whether a name is there", "script", js("expect(", "  calc.rounded,", ").toBeDefined()")],
    ["whether a name is there", "script", js('assert.ok("rounded" in calc)')],
    ["whether a name is there", "script", js('assert.ok(Object.keys(calc).includes("rounded"))')],
    [
      "whether a name is there",
      "script",
      js('const { rounded } = await import("../src/calc.mjs")', "assert.notEqual(rounded, undefined)"),
    ],
    [
      "whether a name is there",
      "script",
      js(
        'assert.equal(typeof calc.rounded, "function")',
        "calc.rounded(1)",
        'if (!calc.rounded) assert.fail("no")',
      ),
    ],
    ["whether a name is there", "script", js('expect(calc).toHaveProperty("rounded")')],
    ["whether a name is there", "python", py("assert hasattr(calc, 'rounded')")],
    ["whether a name is there", "python", py("assert callable(getattr(calc, 'rounded', None))")],
    [
      "whether a name is there",
      "python",
      py("self.assertIn", "assert 'rounded' in dir(calc)").replace("    self.assertIn\n", ""),
    ],
    ["whether a name is there", "python", py("assert getattr(calc, 'rounded', None) is not None, 'none'")],
    ["whether a name is there", "java", java('assertNotNull(Calc.class.getDeclaredMethod("rounded"));')],
    [
      "whether a name is there",
      "go",
      go('if !reflect.ValueOf(c).MethodByName("Rounded").IsValid() { t.Fatal("no") }'),
    ],
    [
      "variable of the environment",
      "script",
      js("const fixed = process.env.CI", "assert.equal(fixed ? 3 : add(1, 2), 3)"),
    ],
    [
      "variable of the environment",
      "script",
      js("const { FIXED } = process.env", "if (FIXED) return", "assert.equal(add(1, 2), 3)"),
    ],
    [
      "variable of the environment",
      "script",
      js('const all = process["env"]', "const fixed = all.FIXED", "assert.ok(fixed)"),
    ],
    [
      "variable of the environment",
      "script",
      `import { env } from "node:process"\n${js("assert.ok(env.FIXED)")}`,
    ],
    ["variable of the environment", "python", py("fixed = os.environ.get('FIXED')", "assert fixed == '1'")],
    [
      "variable of the environment",
      "python",
      `from os import getenv\n${py("fixed = getenv('FIXED')", "if fixed:", "    return", "assert add(1, 2) == 3")}`,
    ],
    [
      "variable of the environment",
      "go",
      go('fixed := os.Getenv("FIXED")', 'if fixed == "" {', 't.Fatal("no")', "}"),
    ],
    [
      "variable of the environment",
      "rust",
      rs('let fixed = std::env::var("FIXED");', "assert!(fixed.is_ok());"),
    ],
    [
      "variable of the environment",
      "java",
      java('String fixed = System.getenv("FIXED");', 'assertEquals("1", fixed);'),
    ],
    [
      "whether src/calc.mjs is there",
      "script",
      js("const folder = mkdtempSync('a')", 'assert.equal(statSync("src/calc.mjs").size, 3)'),
    ],
    [
      "in the place of src/calc.mjs",
      "script",
      js('vi.mock("../src/calc.mjs", () => ({ add: () => 3 }))', "expect(add(1, 2)).toBe(3)"),
    ],
    ["in the place of src/calc.mjs", "script", js('jest.doMock("../src/calc")', "expect(add(1, 2)).toBe(3)")],
    ["in the place of", "python", py("sys.modules['calc'] = fake", "assert add(1, 2) == 3")],
  ] as const)("is refused: %s, in %s", (reason, language, content) => {
    expect(markerReason(content, language, CHANGED)).toContain(reason)
  })

  it.each([
    [
      "script",
      js(
        "assert.equal(String(add(1, 2)), '3')",
        "const sum = add(1, 2)",
        "assert.equal(sum.toString(), '3')",
      ),
    ],
    ["script", js("assert.equal(String(calc.LIMIT), '3')", "assert.equal(`${calc.LIMIT}`, '3')")],
    ["script", js('assert.equal(typeof calc.rounded, "function")', "assert.equal(calc.rounded(1.5), 2)")],
    ["script", js("const found = calc.parse('a')", "assert.ok(found)", "expect(found).toHaveProperty('a')")],
    ["script", js("assert.equal(typeof add(1, 2), 'number')")],
    ["script", js("assert.doesNotThrow(() => add(1n, 2))")],
    ["script", js("try {", "  add(1n, 2)", "} catch {", '  assert.fail("it throws")', "}")],
    ["script", js("assert.equal(calc.LIMIT, 100)")],
    ["script", js("expect(", '  render("a"),', ").toBeDefined()")],
    [
      "script",
      js(
        "const saved = process.env.TZ",
        'process.env.TZ = "UTC"',
        "try {",
        "  assert.equal(add(1, 2), 3)",
        "} finally {",
        "  if (saved === undefined) delete process.env.TZ",
        "  else process.env.TZ = saved",
        "}",
      ),
    ],
    [
      "script",
      js(
        "const said = spawnSync(process.execPath, ['src/calc.mjs'], { env: { ...process.env, A: '1' } })",
        "assert.equal(said.status, 0)",
      ),
    ],
    [
      "script",
      js("const env = { ...process.env, A: '1' }", "assert.equal(spawnSync('calc', { env }).status, 0)"),
    ],
    [
      "python",
      py(
        "env = os.environ.copy()",
        "assert run(['calc'], env=env).returncode == 0",
        "assert run(['calc'], env={**os.environ, 'A': '1'})",
      ),
    ],
    ["script", js('vi.mock("../src/clock.mjs", () => ({ now: () => 0 }))', "expect(add(1, 2)).toBe(3)")],
    [
      "script",
      js(
        'const data = readFileSync(new URL("./fixtures/calc.json", import.meta.url), "utf8")',
        "assert.deepEqual(calc.parse(data), {})",
      ),
    ],
    ["python", py("assert hasattr(calc, 'rounded')", "assert calc.rounded(1.5) == 2")],
    ["python", py("assert getattr(calc, 'LIMIT') == 3", "self.assertEqual(3, getattr(calc, 'LIMIT'))")],
    ["python", py("result = add(1, 2)", "assert result", "assert result is not None")],
    ["python", py("monkeypatch.setattr(calc, 'now', lambda: 0)", "assert add(1, 2) == 3")],
    ["python", py("os.environ['TZ'] = 'UTC'", "assert add(1, 2) == 3")],
    ["python", py("try:", "    add(1, 2)", "except TypeError:", "    assert False, 'it raises'")],
    ["go", go("if Add(1, 2) != 3 {", '\tt.Fatalf("got %d", Add(1, 2))', "}")],
    ["rust", rs("assert_eq!(calc::add(1, 2), 3);", 'assert!(calc::parse("a").is_some());')],
    ["java", java("assertEquals(3, Calc.add(1, 2));", 'assertNotNull(Calc.parse("a"));')],
    [
      "java",
      java(
        'var hidden = Calc.class.getDeclaredMethod("add");',
        "assertEquals(3, hidden.invoke(null, 1, 2));",
      ),
    ],
  ] as const)("is none of these, in %s: %s", (language, content) => {
    expect(markerReason(content, language, CHANGED)).toBeNull()
  })
})
