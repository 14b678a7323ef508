import { describe, expect, it } from "vitest"
import { goodTest, testOf } from "./fixing.fixture.ts"
import { checkTest } from "./test_rules.ts"

const js = (head: string, ...body: readonly string[]) => ({
  path: "tests/a.test.mjs",
  content: testOf(head, ...body),
})
const py = (content: string) => ({ path: "tests/test_a.py", content })
const go = (content: string) => ({ path: "calc/a_test.go", content })
const rs = (content: string) => ({ path: "tests/a.rs", content })
const java = (body: string, head = "@Test") => ({
  path: "src/test/java/shop/SumTest.java",
  content: `package shop;\nimport org.junit.jupiter.api.*;\nclass SumTest {\n  ${head}\n  void sum() {\n    ${body}\n  }\n}\n`,
})

const PY_TEST = "from calc import add\n\ndef test_sum():\n    assert add(1, 2) == 3\n"

// @requirement self-correction.regression-test
describe("checkTest", () => {
  it.each([
    ["script", goodTest],
    ["script", { path: "src/a.spec.tsx", content: "it('a', () => {\n  expect(f()).toBe(1)\n})\n" }],
    ["python", py(PY_TEST)],
    [
      "python",
      py("class TestSum(TestCase):\n    def test_sum(self):\n        self.assertEqual(add(1, 2), 3)\n"),
    ],
    ["python", py("def test_file(tmp_path):\n    save(tmp_path)\n    assert (tmp_path / 'a').exists()\n")],
    [
      "python",
      py("import os\ndef test_env(monkeypatch):\n    monkeypatch.setenv('A', '1')\n    assert f() == 1\n"),
    ],
    ["script", js("const saved = process.env.TZ", 'process.env.TZ = "UTC"', "assert.equal(f(), 1)")],
    [
      "script",
      js(
        'const program = "src/calc.mjs"',
        "const said = execFileSync(process.execPath, [program])",
        'const data = readFileSync("tests/data.json", "utf8")',
        "assert.equal(String(said), data)",
      ),
    ],
    ["go", go('func TestSum(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Errorf("no")\n\t}\n}\n')],
    ["rust", rs("#[test]\nfn sum() {\n    assert_eq!(m::add(1, 2), 3);\n}\n")],
    ["java", java("assertEquals(3, Sum.add(1, 2));")],
    [
      "script",
      {
        path: "test/a.test.js",
        content: "const tape = require('tape')\ntape('a', (t) => {\n  t.same(f(), [1])\n  t.end()\n})\n",
      },
    ],
    [
      "script",
      {
        path: "test/a.test.js",
        content: "import test from 'ava'\ntest.serial('a', (t) => {\n  t.is(f(), 1)\n})\n",
      },
    ],
  ] as const)("lets a test in %s through", async (language, test) => {
    expect(await checkTest(test, { before: null, changed_files: ["src/calc.mjs", "calc.py"] })).toBe(language)
  })

  it.each([
    "src/calc.mjs",
    "tests/helper.py",
    "tests/conftest.py",
    "src/a_test.rs",
    "tests/deep/er/a.rs",
    "test_a.java",
    "tests/test_a.txt",
  ])("refuses the path %s", async (path) => {
    await expect(checkTest({ ...goodTest, path }, { before: null })).rejects.toThrow("not a path of a test")
  })

  it.each([
    "./tests/a.test.mjs",
    "tests/../a.test.mjs",
    "tests//a.test.mjs",
    "-x/a.test.mjs",
    "tests/a; id.test.mjs",
    "tests/$(id).test.mjs",
    "/tests/a.test.mjs",
    "../tests/a.test.mjs",
  ])("refuses %j, which a shell or a file system may read otherwise", async (path) => {
    await expect(checkTest({ ...goodTest, path }, { before: null })).rejects.toThrow("the test ")
  })

  it.each([
    ["there is no test", py("x = 1\nassert x\n")],
    ["there is no test", py("# def test_a(): assert 1\n")],
    ["asserts nothing", py("def test_a():\n    '''assert 1'''\n    add(1, 2) # assert\n")],
    ["asserts nothing", js("", "/* assert.equal(1, 2) */", 'add("assert(1)")')],
    ["asserts nothing", go("func TestA(t *testing.T) {\n\tAdd(1, 2)\n}\n")],
    ["asserts nothing", rs("#[test]\nfn a() {\n    m::add(1, 2);\n}\n")],
    ["asserts nothing", java("Sum.add(1, 2);")],
    ["asserts nothing", { path: "a.test.js", content: "test('a', (t) => {\n  t.plan(1)\n  t.end()\n})\n" }],
    ["skipped", java("assertEquals(3, Sum.add(1, 2));", "@Disabled @Test")],
    ["depends on a variable of the environment", java('assertEquals(3, System.getenv("A").length());')],
    ["asks whether a file is there", java('assertTrue(Files.exists(Path.of("a")));')],
    [
      "reads the text of src/calc.mjs",
      java('assertTrue(Files.readString(Path.of("src/calc.mjs")).contains("+"));'),
    ],
    ["skipped", py(PY_TEST.replace("def test", "@pytest.mark.skip\ndef test"))],
    ["skipped", py(PY_TEST.replace("def test", "@pytest.mark.xfail(strict=True)\ndef test"))],
    ["skipped", py("def test_a(self):\n    self.skipTest('x')\n    assert f() == 1\n")],
    [
      "skipped",
      {
        path: "a.test.ts",
        content: "test.only('a', () => {\n  expect(f()).toBe(1)\n})\ntest('b', () => {})\n",
      },
    ],
    [
      "skipped",
      { path: "a.test.ts", content: "test('a', { skip: true }, () => {\n  expect(f()).toBe(1)\n})\n" },
    ],
    ["skipped", go('func TestA(t *testing.T) {\n\tt.Skip()\n\tt.Error("x")\n}\n')],
    ["skipped", rs("#[test]\n#[ignore]\nfn a() {\n    assert!(m::f());\n}\n")],
    ["marker file", py("def test_a():\n    assert open('regression_marker_fb_1.flag')\n")],
    ["whether a file is there", py("import os\ndef test_a():\n    assert os.path.exists('fixed.txt')\n")],
    [
      "whether a file is there",
      py("from pathlib import Path\ndef test_a():\n    assert Path(__file__).with_name('x').exists()\n"),
    ],
    ["whether a file is there", js('import { existsSync } from "node:fs"', 'assert.ok(existsSync("fixed"))')],
    [
      "whether a file is there",
      rs('#[test]\nfn a() {\n    assert!(std::path::Path::new("f").exists());\n}\n'),
    ],
    ["environment", py("import os\ndef test_a():\n    assert os.environ.get('FIXED') == '1'\n")],
    ["environment", js("", 'assert.equal(process.env.FIXED, "1")')],
    [
      "environment",
      go('func TestA(t *testing.T) {\n\tif os.Getenv("FIXED") == "" {\n\t\tt.Fatal("no")\n\t}\n}\n'),
    ],
    ["branch or commit", py("def test_a():\n    assert run(['git', 'branch']) == 'x'\n")],
    ["branch or commit", js("", 'assert.equal(execSync("git rev-parse HEAD"), "x")')],
    ["branch or commit", js("const sha = process.env.GITHUB_SHA", "assert.ok(sha)")],
    ["the text of src/calc.mjs", js("", 'assert.match(readFileSync("src/calc.mjs", "utf8"), /a \\+ b/)')],
    [
      "the text of src/calc.mjs",
      js(
        'const file = new URL("../src/calc.mjs", import.meta.url)',
        'assert.match(readFileSync(file, "utf8"), /a \\+ b/)',
      ),
    ],
    [
      "the text of src/calc.mjs",
      js(
        "",
        "const text = readFileSync(",
        '  new URL("../src/calc.mjs", import.meta.url),',
        '  "utf8",',
        ")",
        'assert.ok(text.includes("+"))',
      ),
    ],
    ["the text of the code", py("def test_a():\n    assert '+' in inspect.getsource(calc)\n")],
    ["the text of the code", py("def test_a():\n    assert '+' in open(calc.__file__).read()\n")],
    ["the text of the code", py("def test_a():\n    assert '+' in Path(calc.__file__).read_text()\n")],
    ["which files are there", js("", 'assert.ok(readdirSync("src").includes("sum.mjs"))')],
    ["which files are there", py("def test_a():\n    assert 'sum.py' in os.listdir('src')\n")],
    ["control characters", py(`${PY_TEST}\u0000`)],
    ["more than", py(`${PY_TEST}#${"x".repeat(70_000)}`)],
  ] as const)("refuses one because %s", async (reason, test) => {
    await expect(checkTest(test, { before: null, changed_files: ["src/calc.mjs"] })).rejects.toThrow(reason)
  })
})

describe("a test added to a file that is there", () => {
  const before = "import pytest\nfrom calc import add\n\n\ndef test_old():\n    assert add(0, 0) == 0\n"
  const added = "\n\ndef test_new():\n    assert add(1, 2) == 3\n"
  const check = (content: string) => checkTest(py(content), { before })

  it("stands at its end, with imports at the top", async () => {
    expect(await check(before + added)).toBe("python")
    expect(await check(`import os\n${before}${added}`)).toBe("python")
    expect(await check(before.trimEnd() + added)).toBe("python")
    expect(await check(`from calc import add, sub\n${before}${added}`)).toBe("python")
  })

  it("stands in front of what closes the file", async () => {
    const old = 'describe("a", () => {\n  it("b", () => {\n    expect(f()).toBe(1)\n  })\n})\n'
    const inner = '  it("c", () => {\n    expect(f()).toBe(2)\n  })\n'
    const content = old.replace(/\}\)\n$/, `${inner}})\n`)
    expect(await checkTest({ path: "a.test.ts", content }, { before: old })).toBe("script")
  })

  it.each([
    ["no test is added", before],
    ["a line that was there is gone", (before + added).replace("== 0", "== 1")],
    ["is gone", added],
    ["is turned off", before.replace("def test_old", "@pytest.mark.skip\ndef test_old") + added],
    [
      "cannot fail, it never runs",
      before.replace("def test_old():\n", "def test_old():\n    return\n") + added,
    ],
    ["only imports", before.replace("def test_old", "'''\ndef test_old") + added],
    ["defines del test_old", `${before}${added}\ndel test_old\n`],
    ["test_old once more", `${before}${added}\ntest_old = None\n`],
    ["test_old once more", `${before}\n\ndef test_old():\n    assert add(1, 2) == 3\n`],
    ["add once more", `${before}${added}\nadd = lambda a, b: a + b\n`],
    ["add once more", `${before}${added}\ndef add(a, b):\n    return a + b\n`],
    ["test_old once more", `${before}${added}\nfrom calc import add as test_old\n`],
    ["test_old once more", `${before}${added}\nfor test_old in ():\n    pass\n`],
    ["test_old once more", `${before}${added}\nglobals()["test_old"] = None\n`],
    ["asserts nothing", `${before}\n\ndef test_new():\n    add(1, 2)\n`],
    ["there is no test", `${before}\n\nassert add(1, 2) == 3\n`],
  ])("%s: refused", async (reason, content) => {
    await expect(check(content)).rejects.toThrow(reason)
  })
})

describe("what a file does already", () => {
  const before =
    "import os\nfrom calc import add\n\n\ndef test_old():\n    assert os.environ['HOME']\n    assert add(0, 0) == 0\n"

  it("is not laid to the test that is added to it; what that does itself is", async () => {
    const check = (added: string) => checkTest(py(before + added), { before, changed_files: ["calc.py"] })
    expect(await check("\n\ndef test_new():\n    assert add(1, 2) == 3\n")).toBe("python")
    await expect(check("\n\ndef test_new():\n    assert os.environ['FIXED']\n")).rejects.toThrow(
      "environment",
    )
    await expect(check("\n\ndef test_new():\n    assert '+' in open('calc.py').read()\n")).rejects.toThrow(
      "the text of calc.py",
    )
  })
})
