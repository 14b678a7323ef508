import { expect, it } from "vitest"
import { edited, TESTS, type TestPath, toldOf } from "./forged.fixture.ts"
import { weakenedTests } from "./weakened_tests.ts"

const SCRIPT = "cart.test.ts"
const PYTHON = "tests/test_cart.py"
const GO = "cart_test.go"
const RUST = "tests/cart.rs"
const JAVA = "src/test/java/CartTest.java"

const told = (path: TestPath, old_text: string, new_text: string) =>
  toldOf(weakenedTests, TESTS, edited(TESTS, [[path, old_text, new_text]]), { strict: true })

it.each<[TestPath, string, string, string]>([
  [SCRIPT, "  expect(rows).toHaveLength(2)\n", "", "assertion_gone"],
  [SCRIPT, "  expect(total([])).toEqual(0)\n", "", "no_assertion"],
  [SCRIPT, "  expect(total([])).toEqual(0)\n", "  total([])\n", "no_assertion"],
  [SCRIPT, "expect(total(rows)).toBe(3)", "expect(total(rows)).toBeTruthy()", "loosened"],
  [SCRIPT, "expect(total(rows)).toBe(3)", "expect(total(rows)).toBeGreaterThan(0)", "loosened"],
  [SCRIPT, "expect(total(rows)).toBe(3)", "expect(total(rows)).toEqual(expect.any(Number))", "loosened"],
  [SCRIPT, "expect(total(rows)).toBe(3)", "expect(total(rows)).not.toBeNull()", "loosened"],
  [SCRIPT, "expect(total(rows)).toBe(3)", "expect(total(rows)).toBeCloseTo(3, 0)", "loosened"],
  [PYTHON, "assert total(rows) == 3", "assert total(rows) == pytest.approx(3, abs=2)", "loosened"],
  [SCRIPT, "expect(total(rows)).toBe(3)", "expect(true).toBe(true)", "asserts_nothing"],
  [SCRIPT, "expect(total(rows)).toBe(3)", "expect(total(rows)).toBe(total(rows))", "asserts_nothing"],
  [SCRIPT, "expect(total(rows)).toBe(3)", "expect(total(rows))", "asserts_nothing"],
  [
    SCRIPT,
    "expect(total(rows)).toBe(3)",
    "expect(total(rows) === 3 || true).toBeTruthy()",
    "asserts_nothing",
  ],
  [SCRIPT, "  expect(total(rows)).toBe(3)", "  if (false) expect(total(rows)).toBe(3)", "asserts_nothing"],
  [
    SCRIPT,
    "  expect(total(rows)).toBe(3)",
    "  try { expect(total(rows)).toBe(3) } catch {}",
    "asserts_nothing",
  ],
  [
    SCRIPT,
    "  expect(total(rows)).toBe(3)",
    "  if (process.env.STRICT) expect(total(rows)).toBe(3)",
    "conditional",
  ],
  [
    SCRIPT,
    "  expect(total(rows)).toBe(3)",
    "  Promise.resolve().then(() => { expect(total(rows)).toBe(3) }).catch(() => {})",
    "asserts_nothing",
  ],
  [PYTHON, "assert total(rows) == 3", "assert abs(total(rows) - 3) <= 10", "loosened"],
  [SCRIPT, "expect(total(rows)).toBe(3)", "expect(Math.abs(total(rows) - 3) < 10).toBe(true)", "loosened"],
  [SCRIPT, "  const rows", "  return\n  const rows", "asserts_nothing"],
  [SCRIPT, "  const rows", "  if (true) return\n  const rows", "asserts_nothing"],
  [
    SCRIPT,
    'import { expect, it } from "vitest"',
    'import { it } from "vitest"\nconst expect = (x: unknown) => ({ toBe() {}, toEqual() {}, toHaveLength() {} })',
    "shadowed",
  ],
  [PYTHON, "    assert len(rows) == 2\n", "", "assertion_gone"],
  [PYTHON, "    assert total([]) == 0\n", "    total([])\n", "no_assertion"],
  [PYTHON, "assert total(rows) == 3", "assert total(rows)", "loosened"],
  [PYTHON, "assert total(rows) == 3", "assert total(rows) is not None", "loosened"],
  [PYTHON, "assert total(rows) == 3", "assert total(rows) > 0", "loosened"],
  [PYTHON, "assert total(rows) == 3", "assert total(rows) in (3, -1)", "loosened"],
  [PYTHON, "assert total(rows) == 3", "assert True", "asserts_nothing"],
  [PYTHON, "assert total(rows) == 3", "assert total(rows) == total(rows)", "asserts_nothing"],
  [PYTHON, "assert total(rows) == 3", "assert (total(rows) == 3, 'no')", "asserts_nothing"],
  [PYTHON, "assert total(rows) == 3", "assert total(rows) == 3 or True", "asserts_nothing"],
  [
    PYTHON,
    "    assert total(rows) == 3",
    "    if False:\n        assert total(rows) == 3",
    "asserts_nothing",
  ],
  [
    PYTHON,
    "    assert total(rows) == 3",
    "    try:\n        assert total(rows) == 3\n    except Exception:\n        pass",
    "asserts_nothing",
  ],
  [PYTHON, "    rows =", "    return\n    rows =", "asserts_nothing"],
  [GO, '\tif len(rows) != 2 {\n\t\tt.Fatal("rows")\n\t}\n', "", "assertion_gone"],
  [GO, 't.Fatal("not empty")', 't.Log("not empty")', "no_assertion"],
  [GO, "got != 3 {", "got < 0 {", "loosened"],
  [GO, "got != 3 {", "got != got {", "asserts_nothing"],
  [GO, "if Total(nil) != 0 {", "if false && Total(nil) != 0 {", "asserts_nothing"],
  [GO, "\trows :=", "\treturn\n\trows :=", "asserts_nothing"],
  [RUST, "    assert_eq!(rows.len(), 2);\n", "", "assertion_gone"],
  [RUST, "assert_eq!(total(&[]), 0)", "let _ = total(&[])", "no_assertion"],
  [
    RUST,
    "#[test]\nfn nothing_of_an_empty_cart() {\n    assert_eq!(total(&[]), 0);",
    '#[test]\n#[should_panic = ""]\nfn nothing_of_an_empty_cart() {\n    total(&[]);',
    "no_assertion",
  ],
  [RUST, "assert_eq!(total(&rows), 3)", "assert!(total(&rows) > 0)", "loosened"],
  [RUST, "assert_eq!(total(&rows), 3)", "assert_ne!(total(&rows), 0)", "loosened"],
  [RUST, "assert_eq!(total(&rows), 3)", "assert!(true)", "asserts_nothing"],
  [RUST, "assert_eq!(total(&rows), 3)", "assert_eq!(total(&rows), total(&rows))", "asserts_nothing"],
  [
    RUST,
    "    assert_eq!(total(&rows), 3);",
    "    if false { assert_eq!(total(&rows), 3); }",
    "asserts_nothing",
  ],
  [RUST, "    let rows", "    return;\n    let rows", "asserts_nothing"],
  [RUST, "use cart::total;", "use cart::total;\nmacro_rules! assert_eq { ($($x:tt)*) => {}; }", "shadowed"],
  [JAVA, "    assertEquals(2, rows.size());\n", "", "assertion_gone"],
  [JAVA, "assertEquals(0, Cart.total(List.of()))", "Cart.total(List.of())", "no_assertion"],
  [JAVA, "assertEquals(3, Cart.total(rows))", "assertNotNull(Cart.total(rows))", "loosened"],
  [JAVA, "assertEquals(3, Cart.total(rows))", "assertTrue(Cart.total(rows) >= 0)", "loosened"],
  [
    JAVA,
    "assertEquals(3, Cart.total(rows))",
    "assertEquals(Cart.total(rows), Cart.total(rows))",
    "asserts_nothing",
  ],
  [JAVA, "assertEquals(3, Cart.total(rows))", "assertTrue(true)", "asserts_nothing"],
  [
    JAVA,
    "assertEquals(3, Cart.total(rows));",
    "try { assertEquals(3, Cart.total(rows)); } catch (AssertionError e) {}",
    "asserts_nothing",
  ],
  [JAVA, "    List<Integer> rows", "    if (true) return;\n    List<Integer> rows", "asserts_nothing"],
])("%s: %j for %j is %s", async (path, old_text, new_text, rule) => {
  expect(await told(path, old_text, new_text)).toEqual([rule])
})

it.each<[TestPath, string, string]>([
  [SCRIPT, "toBe(3)", "toBe(4)"],
  [SCRIPT, "toBe(3)", "toStrictEqual(3)"],
  [
    SCRIPT,
    "  expect(total([])).toEqual(0)",
    "  expect(total([])).toEqual(0)\n  expect(total([0])).toEqual(0)",
  ],
  [
    SCRIPT,
    "  expect(total(rows)).toBe(3)\n  expect(rows).toHaveLength(2)",
    "  expect({ sum: total(rows), rows }).toEqual({ sum: 3, rows: [1, 2] })",
  ],
  [
    SCRIPT,
    "  expect(total(rows)).toBe(3)\n  expect(rows).toHaveLength(2)",
    "  checkTotal(rows, 3)\n  checkLength(rows, 2)",
  ],
  [PYTHON, "assert total(rows) == 3", "assert 3 == total(rows)"],
  [PYTHON, "assert total(rows) == 3", "result = total(rows)\n    assert result == 3"],
  [PYTHON, "assert total([]) == 0", "with pytest.raises(ValueError):\n        total([])"],
  [GO, "got != 3 {", "got != 4 {"],
  [GO, 't.Fatal("rows")', 't.Fatalf("rows: %v", rows)'],
  [RUST, "assert_eq!(total(&rows), 3)", 'assert_eq!(total(&rows), 3, "the sum")'],
  [
    RUST,
    "#[test]\nfn nothing_of_an_empty_cart() {\n    assert_eq!(total(&[]), 0);",
    '#[test]\n#[should_panic = "empty cart"]\nfn nothing_of_an_empty_cart() {\n    total(&[]);',
  ],
  [
    RUST,
    "#[test]\nfn nothing_of_an_empty_cart() {\n    assert_eq!(total(&[]), 0);",
    '#[should_panic(expected = "empty cart")]\n#[test]\nfn nothing_of_an_empty_cart() {\n    total(&[]);',
  ],
  [
    JAVA,
    "  @Test\n  void nothingOfAnEmptyCart() {\n    assertEquals(0, Cart.total(List.of()));",
    "  @Test(expected = EmptyCart.class)\n  void nothingOfAnEmptyCart() {\n    Cart.total(List.of());",
  ],
  [JAVA, "assertEquals(3, Cart.total(rows))", "assertThat(Cart.total(rows)).isEqualTo(3)"],
  [SCRIPT, "expect(total(rows)).toBe(3)", "expect(total(rows)).toBeCloseTo(3)"],
  [PYTHON, "assert total(rows) == 3", "assert total(rows) == pytest.approx(3)"],
])("%s: %j for %j is no weakening", async (path, old_text, new_text) => {
  expect(await told(path, old_text, new_text)).toEqual([])
})

it("lets an assertion be taken away unless it is strict", async () => {
  const after = edited(TESTS, [[SCRIPT, "  expect(rows).toHaveLength(2)\n", ""]])
  expect(await toldOf(weakenedTests, TESTS, after)).toEqual([])
})

it("lets an assertion be written for another runner, or be passed on", async () => {
  const tap = (body: string) => ({ "a.test.js": `test("a", (t) => {\n${body}\n})\n` })
  const pairs = [
    ["t.type(request, Request)", "t.assert.strictEqual(request instanceof Request, true)"],
    ["t.ok(names.includes(1))", "t.equal(names.includes(1), true)"],
    ["load().catch((error) => { t.error(error) })", "load().catch(t.error)"],
  ]
  for (const [before = "", after = ""] of pairs)
    expect([before, await toldOf(weakenedTests, tap(before), tap(after))]).toEqual([before, []])
  expect(await toldOf(weakenedTests, tap("load().catch(t.error)"), tap("load()"))).toEqual(["no_assertion"])
})

it("takes NotEmpty of testify for what NotEqual to an empty text asks for", async () => {
  const test = (line: string) =>
    `package cart\n\nimport "github.com/stretchr/testify/assert"\n\nfunc TestName(t *testing.T) {\n\t${line}\n}\n`
  const judged = (old_line: string) =>
    toldOf(
      weakenedTests,
      { "a_test.go": test(old_line) },
      { "a_test.go": test("assert.NotEmpty(t, Name())") },
    )
  expect(await judged('assert.NotEqual(t, "", Name())')).toEqual([])
  expect(await judged('assert.NotEqual(t, "a", Name())')).toEqual(["loosened"])
})
