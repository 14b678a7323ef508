import { expect, it } from "vitest"
import { edited, TESTS, type TestPath, toldOf } from "./forged.fixture.ts"
import { skippedTests } from "./skipped_tests.ts"

const SCRIPT = "cart.test.ts"
const PYTHON = "tests/test_cart.py"
const GO = "cart_test.go"
const RUST = "tests/cart.rs"
const JAVA = "src/test/java/CartTest.java"

const told = (path: TestPath, old_text: string, new_text: string) =>
  toldOf(skippedTests, TESTS, edited(TESTS, [[path, old_text, new_text]]))

it.each<[TestPath, string, string, readonly string[]]>([
  [SCRIPT, 'it("adds', 'it.skip("adds', ["skipped"]],
  [SCRIPT, 'it("adds', 'it.todo("adds', ["skipped"]],
  [SCRIPT, 'it("adds', 'it.fails("adds', ["skipped"]],
  [SCRIPT, 'it("adds', 'xit("adds', ["skipped"]],
  [SCRIPT, 'it("adds', 'it.only("adds', ["only"]],
  [SCRIPT, 'it("adds', 'it.skipIf(true)("adds', ["skipped"]],
  [SCRIPT, 'it("adds', 'it.runIf(process.env.NIGHTLY)("adds', ["skipped_at_times"]],
  [SCRIPT, 'it("adds the prices", ', 'it("adds the prices", { skip: true }, ', ["skipped"]],
  [SCRIPT, 'it("adds the prices", ', 'it("adds the prices", { todo: "later" }, ', ["skipped"]],
  [SCRIPT, 'it("adds the prices", () => {', 'it("adds the prices", (ctx) => {\n  ctx.skip()', ["skipped"]],
  [SCRIPT, "  const rows", "  test.fixme()\n  const rows", ["skipped"]],
  [SCRIPT, "  const rows", "  test.fail()\n  const rows", ["skipped"]],
  [
    SCRIPT,
    'it("adds the prices", () => {',
    'it("adds the prices", function () {\n  if (!process.env.CI) this.skip()',
    ["skipped_at_times"],
  ],
  [PYTHON, "def test_adds", "@pytest.mark.skip\ndef test_adds", ["skipped"]],
  [PYTHON, "def test_adds", '@pytest.mark.skip(reason="flaky")\ndef test_adds', ["skipped"]],
  [PYTHON, "def test_adds", '@pytest.mark.skipif(True, reason="flaky")\ndef test_adds', ["skipped"]],
  [PYTHON, "def test_adds", "@pytest.mark.xfail\ndef test_adds", ["skipped"]],
  [PYTHON, "def test_adds", "@unittest.expectedFailure\ndef test_adds", ["skipped"]],
  [PYTHON, "    rows =", '    pytest.skip("later")\n    rows =', ["skipped"]],
  [PYTHON, "from cart", "pytestmark = pytest.mark.skip\nfrom cart", ["skipped", "skipped"]],
  [PYTHON, "from cart", "__test__ = False\nfrom cart", ["skipped", "skipped"]],
  [GO, "\trows :=", '\tt.Skip("later")\n\trows :=', ["skipped"]],
  [GO, "package cart", "//go:build never\n\npackage cart", ["skipped", "skipped"]],
  [
    GO,
    "\trows :=",
    '\tif os.Getenv("NIGHTLY") == "" {\n\t\tt.Skip("slow")\n\t}\n\trows :=',
    ["skipped_at_times"],
  ],
  [
    PYTHON,
    "def test_adds",
    '@pytest.mark.skipif("CI" in environ, reason="x")\ndef test_adds',
    ["skipped_at_times"],
  ],
  [GO, "package cart", "//go:build integration\n\npackage cart", ["skipped_at_times", "skipped_at_times"]],
  [GO, "\trows :=", "\tdefer func() { recover() }()\n\trows :=", ["skipped"]],
  [RUST, "#[test]", "#[test]\n#[ignore]", ["skipped"]],
  [RUST, "#[test]", '#[ignore = "slow"]\n#[test]', ["skipped"]],
  [RUST, "#[test]", "#[cfg(any())]\n#[test]", ["skipped"]],
  [RUST, "#[test]", "#[test]\n#[should_panic]", ["skipped"]],
  [RUST, "#[test]", '#[test]\n#[should_panic(expected = "")]', ["skipped"]],
  [RUST, "use cart", "#![cfg(any())]\nuse cart", ["skipped", "skipped"]],
  [JAVA, "  @Test", '  @Disabled("later")\n  @Test', ["skipped"]],
  [JAVA, "  @Test", "  @Test @org.junit.Ignore", ["skipped"]],
  [JAVA, "class CartTest", "@Disabled\nclass CartTest", ["skipped", "skipped"]],
  [JAVA, "    List<Integer> rows", "    assumeTrue(false);\n    List<Integer> rows", ["skipped"]],
])("%s: %j for %j", async (path, old_text, new_text, rules) => {
  expect(await told(path, old_text, new_text)).toEqual(rules)
})

it.each<[TestPath, string, string]>([
  [SCRIPT, "total(rows)", "total(rows.skip(1))"],
  [SCRIPT, "const rows = [1, 2]", "const rows = find({ skip: 10 })"],
  [SCRIPT, 'it("adds', 'it.each([1])("adds'],
  [SCRIPT, 'it("adds', 'it.concurrent("adds'],
  [SCRIPT, 'it("has nothing', 'it.skip("is new", () => { expect(1).toBe(2) })\nit("has nothing'],
  [PYTHON, "def test_adds", '@pytest.mark.parametrize("x", [1])\ndef test_adds'],
  [PYTHON, "def test_adds", '@pytest.mark.skipif(sys.platform == "win32", reason="x")\ndef test_adds'],
  [RUST, "#[test]", '#[cfg(feature = "slow")]\n#[test]'],
  [JAVA, "  @Test", "  @EnabledOnOs(OS.MAC)\n  @Test"],
  [GO, "\trows :=", '\tif testing.Short() {\n\t\tt.Skip("slow")\n\t}\n\trows :='],
  [PYTHON, "def test_adds", "@pytest.mark.slow\ndef test_adds"],
  [GO, "package cart", "// Package cart.\npackage cart"],
  [RUST, "#[test]", "#[cfg(test)]\n#[test]"],
  [RUST, "use cart", "#[cfg(unix)]\nuse std::os;\nuse cart"],
  [JAVA, "  @Test", '  @DisplayName("sums")\n  @Test'],
])("%s: %j for %j skips nothing", async (path, old_text, new_text) => {
  expect(await told(path, old_text, new_text)).toEqual([])
})
