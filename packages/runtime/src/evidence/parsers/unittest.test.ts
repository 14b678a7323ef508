import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { diagnoseFixture, fixture, readFixture, summary } from "./fixture.fixture.ts"
import { unittestParser } from "./unittest.ts"

const RULE = "=".repeat(70)
const THIN_RULE = "-".repeat(70)
const tests = (file: string) => `/home/dev/pyshop/unit/tests/${file}.py`
const SUMMARY = [
  `- | build | ModuleNotFoundError | ${tests("test_missing")}`,
  `- | test | OSError | ${tests("test_module_hook")}`,
  `- | build | ModuleNotFoundError | ${tests("test_package")}`,
  `- | test | RuntimeError | ${tests("test_sum")}`,
  ...[
    "SumTest.test_cause | test | ValueError",
    "SumTest.test_raises | test | AttributeError",
    "",
    "BareTest.test_bare | test | AssertionError",
    "SumTest.test_add | test | AssertionError",
    "SumTest.test_dict | test | AssertionError",
    "SumTest.test_each | test | AssertionError",
    "SumTest.test_lines | test | AssertionError",
    "SumTest.test_named | test | AssertionError",
    "SumTest.test_named | test | AssertionError",
    "SumTest.test_prints_and_fails | test | AssertionError",
  ].map((line) =>
    line === ""
      ? `- | build | SyntaxError | ${tests("test_syntax")}`
      : `tests.test_sum.${line} | ${tests("test_sum")}`,
  ),
]
const FIXED = "tests.test_sum.SumTest.test_fixed | test | UnexpectedSuccess | -"

function signature(output: string): string {
  return signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {}).signature
}

describe("unittestParser", () => {
  it.each(["3.6.verbose", "3.11", "3.11.verbose", "3.13", "3.13.verbose"])(
    "reads every failure of Python %s alike",
    (version) => {
      const { parsed, parser } = readFixture(`python/unittest.${version}`)
      expect(parser).toBe("unittest")
      expect(summary(parsed.diagnostics)).toEqual([...SUMMARY, FIXED])
      expect(parsed.tests_run).toBe(11)
      expect(signatureOf(diagnoseFixture(`python/unittest.${version}`), {}).signature).toBe(
        signatureOf(diagnoseFixture("python/unittest.3.13"), {}).signature,
      )
    },
  )

  it("counts a test that passes against expectation, where only the summary tells", () => {
    const { diagnostics } = readFixture("python/unittest.3.6").parsed
    expect(summary(diagnostics)).toEqual([...SUMMARY, "- | test | UnexpectedSuccess | -"])
    expect(diagnostics.at(-1)?.message).toBe("1 unexpected success")
  })

  it("keeps what is compared, without frames, sources and captured output", () => {
    const messages = readFixture("python/unittest.buffer").parsed.diagnostics.map(({ message }) => message)
    expect(messages).toEqual([
      "setUpClass (tests.test_sum.HookTest)\nRuntimeError: no database",
      "ValueError: no such\n\nthing",
      "AttributeError: 'NoneType' object has no attribute 'x'",
      "AssertionError: assert 1 + 1 == 3",
      "AssertionError: -1 != 3",
      [
        "AssertionError: {'a': 1, 'b': [1, 2]} != {'a': 1, 'b': [1, 3]}",
        "- {'a': 1, 'b': [1, 2]}",
        "?                   ^",
        "",
        "+ {'a': 1, 'b': [1, 3]}",
        "?                   ^",
      ].join("\n"),
      "[odd (or even)] (n=1)\nAssertionError: 1 != 0",
      "AssertionError: 'one\\ntwo\\nthree\\n' != 'one\\n2\\nthree\\n'\n  one\n- two\n+ 2\n  three\n : the lines\ndiffer",
      "(name='a b')\nAssertionError: bad a b",
      "(name='c')\nAssertionError: bad c",
      "AssertionError: after a print",
      "unexpected success",
    ])
  })

  it("lists the tests that ran when the run is verbose", () => {
    expect(readFixture("python/unittest.ok-verbose").parsed).toEqual({
      diagnostics: [],
      tests_run: 2,
      ran_test_ids: ["test_ok.OkTest.test_one", "test_ok.OkTest.test_two"],
    })
    const names = "add cause dict each fixed lines named prints prints_and_fails raises"
    const all = names.split(" ").map((name) => `tests.test_sum.SumTest.test_${name}`)
    for (const version of ["3.6", "3.11", "3.13"]) {
      const { ran_test_ids } = readFixture(`python/unittest.${version}.verbose`).parsed
      expect(ran_test_ids).toEqual(["tests.test_sum.BareTest.test_bare", ...all])
    }
    expect(readFixture("python/unittest.3.13").parsed.ran_test_ids).toBeNull()
  })

  it.each([
    ["unittest.2.7", 3, ["test_old.OldTest.test_raises | test | KeyError | test_old.py"]],
    ["unittest.failfast", 1, [SUMMARY[7]]],
    ["unittest.locals", 1, [SUMMARY[8]]],
    ["unittest.nowhere", 0, ["- | build | ModuleNotFoundError | -"]],
    ["unittest.ok", 2, []],
    ["unittest.empty.3.11", 0, []],
    ["unittest.empty.3.13", 0, []],
    [
      "unittest.half",
      3,
      ["test_half.OldTest.test_equal | test | AssertionError | /home/dev/pyshop/old/test_half.py"],
    ],
    [
      "unittest.group",
      1,
      ["test_group.GroupTest.test_group | test | ExceptionGroup | /home/dev/pyshop/group/test_group.py"],
    ],
  ])("reads %s", (name, tests_run, lines) => {
    const { parsed, parser } = readFixture(`python/${name}`)
    expect(parser).toBe("unittest")
    expect(parsed.tests_run).toBe(tests_run)
    expect(summary(parsed.diagnostics)).toEqual(expect.arrayContaining(lines))
    expect(parsed.diagnostics).toHaveLength(name === "unittest.2.7" ? 2 : lines.length)
  })

  it("keeps the errors of a group", () => {
    const [found] = readFixture("python/unittest.group").parsed.diagnostics
    expect(found?.message).toBe(
      "ExceptionGroup: two at once (2 sub-exceptions)\nValueError: one\nKeyError: 'two'",
    )
  })

  it("makes the same signature of two runs, and another one once a failure is fixed", () => {
    const text = fixture("python/unittest.3.13")
    const again = text.replace(/in \d\.\d{3}s/, "in 9.871s").replaceAll(/line \d+/g, "line 777")
    expect(again).not.toBe(text)
    expect(signature(again)).toBe(signature(text))
    const block = text.indexOf(`${RULE}\nFAIL: test_lines`)
    const fixed = text.slice(0, block) + text.slice(text.indexOf(RULE, block + 1))
    expect(signature(fixed)).not.toBe(signature(text))
    expect(signature(text.replace("-1 != 3", "-2 != 3"))).not.toBe(signature(text))
  })

  it("reads what is left of a cut output, several runs, and noise around them", () => {
    const half = fixture("python/unittest.half")
    const cut = unittestParser.parse(half.slice(0, half.indexOf(THIN_RULE + "\nRan")))
    expect(cut).toMatchObject({ tests_run: null, diagnostics: [{ message: /^AssertionError: Lists/ }] })
    const both = unittestParser.parse(`$ make test\n${half}make: *** [test] Error 1\n${half}`)
    expect(both?.tests_run).toBe(6)
    expect(both?.diagnostics).toHaveLength(2)
    expect(unittestParser.parse(half.slice(half.indexOf("Ran ")))).toEqual({
      diagnostics: [],
      tests_run: 3,
      ran_test_ids: null,
      failures: 1,
    })
    expect(unittestParser.parse("Ran away")).toBeNull()
  })

  it("tells a missing machine from a broken test", () => {
    const lines = [RULE, "ERROR: test_a (m.T)", THIN_RULE, "OSError: [Errno 28] No space left on device"]
    expect(unittestParser.parse(lines.join("\n"))?.diagnostics).toEqual([
      {
        kind: "environment",
        code: "OSError",
        message: "OSError: [Errno 28] No space left on device",
        test_id: "m.T.test_a",
      },
    ])
  })

  it("reads titles of other forms", () => {
    const block = (title: string) => [RULE, title, THIN_RULE, "KeyError: 1", ""]
    const titles = ["ERROR: tests.test_a.test_b", "FAIL: m (m.T)", "FAIL: test_a (m.f.<locals>.T.test_a)"]
    const parsed = unittestParser.parse(titles.flatMap(block).join("\n"))
    expect(parsed?.diagnostics.map(({ test_id }) => test_id)).toEqual([
      "tests.test_a.test_b",
      "m.T.m",
      "m.f.<locals>.T.test_a",
    ])
  })
})

describe("unittestParser with Django", () => {
  const failed = ["PlainTest.test_raises | test | IndexError", "CartTest.test_home | test | AssertionError"]
  const path = "/home/dev/pyshop/django/cart/tests.py"

  it.each([
    ["default", 4, null],
    ["verbose", 4, 4],
  ])("reads a run: %s", (name, tests_run, listed) => {
    const { parsed, parser } = readFixture(`python/django.${name}`)
    expect(parser).toBe("unittest")
    expect(summary(parsed.diagnostics)).toEqual([
      ...failed.map((line) => `cart.tests.${line} | ${path}`),
      `cart.tests.CartTest.test_text | test | AssertionError | ${path}`,
    ])
    expect(parsed.tests_run).toBe(tests_run)
    expect(parsed.ran_test_ids?.length ?? null).toBe(listed)
    expect(parsed.diagnostics[2]?.message).toBe(
      "AssertionError: <b>\na\n</b> != <b>\nb\n</b>\n  <b>\n- a\n+ b\n  </b>",
    )
  })

  it("reads a parallel run that cannot send its errors", () => {
    const { diagnostics, tests_run } = readFixture("python/django.parallel").parsed
    expect(summary(diagnostics)).toEqual(failed.map((line) => `cart.tests.${line} | -`))
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "IndexError: list index out of range",
      "AssertionError: 404 != 200",
    ])
    expect(tests_run).toBeNull()
  })

  it("reads what keeps the tests from running", () => {
    const read = (name: string) => readFixture(`python/django.${name}`).parsed.diagnostics
    expect(read("check")).toEqual([
      {
        kind: "build",
        code: "urls.E004",
        message:
          "Your URL pattern 'wrong' is invalid. Ensure that urlpatterns is a list of path() and/or re_path() instances.",
      },
    ])
    const manage = { path: "/home/dev/pyshop/django/manage.py", line: 18 }
    expect([...read("no-table"), ...read("migration"), ...read("settings")]).toEqual([
      ...["cart_item", "nowhere"].map((table) => ({
        kind: "runtime",
        code: "OperationalError",
        message: `django.db.utils.OperationalError: no such table: ${table}`,
        location: manage,
      })),
      {
        kind: "build",
        code: "ModuleNotFoundError",
        message: "ModuleNotFoundError: No module named 'oss'",
        location: { path: "/home/dev/pyshop/django/site_of_shop/settings.py", line: 13 },
      },
    ])
    const refused = fixture("python/django.no-table").replace(
      "django.db.utils.OperationalError: no such table: cart_item",
      "django.db.utils.OperationalError: could not connect to server: Connection refused",
    )
    expect(unittestParser.parse(refused)?.diagnostics.map(({ kind }) => kind)).toEqual(["environment"])
  })

  it("reads checks with a subject, and leaves warnings alone", () => {
    const text = [
      "Found 3 test(s).",
      "SystemCheckError: System check identified some issues:",
      "",
      "ERRORS:",
      "cart.Item.name: (fields.E120) CharFields must define a 'max_length' attribute.",
      "\tHINT: define it",
      "WARNINGS:",
      "cart.Item: (models.W042) Auto-created primary key used.",
      "",
      "System check identified 2 issues (0 silenced).",
      "a.b: (fields.E120) not of the check",
    ]
    expect(unittestParser.parse(text.join("\n"))?.diagnostics).toEqual([
      {
        kind: "build",
        code: "fields.E120",
        message: "cart.Item.name: CharFields must define a 'max_length' attribute.",
      },
    ])
  })

  it("knows that a passing run has run something", () => {
    expect(readFixture("python/django.ok").parsed).toEqual({
      diagnostics: [],
      tests_run: 1,
      ran_test_ids: null,
    })
    expect(readFixture("python/django.nowhere").parsed.tests_run).toBe(0)
  })
})

describe("unittestParser on single lines", () => {
  const ran = (count: number, outcome: string) => [`Ran ${count} tests in 10.001s`, "", outcome]
  const read = (...lines: readonly string[]) => unittestParser.parse(lines.join("\n"))

  it.each([
    [ran(120, "OK (skipped=12)"), 108],
    [ran(2, "OK (expected failures=1, skipped=1)"), 0],
    [ran(1, "OK (skipped=3)"), 0],
    [[...ran(3, "OK"), ...ran(4, "OK (skipped=1)")], 6],
    [["OK (skipped=2)", ...ran(3, "OK")], 3],
    [[...ran(3, "OK"), "it is OK (skipped=1)"], 3],
  ])("counts %j", (lines, tests_run) => {
    expect(read(...lines)?.tests_run).toBe(tests_run)
  })

  it("names tests that pass unexpectedly", () => {
    expect(read("test_a (m.T) ... unexpected success", ...ran(1, "FAILED (unexpected successes=1)"))).toEqual(
      {
        diagnostics: [
          { kind: "test", code: "UnexpectedSuccess", message: "unexpected success", test_id: "m.T.test_a" },
        ],
        tests_run: 1,
        ran_test_ids: ["m.T.test_a"],
      },
    )
    expect(read(...ran(20, "FAILED (failures=1, unexpected successes=12)"))?.diagnostics[0]?.message).toBe(
      "12 unexpected success",
    )
  })

  it("lists what ran, but for hooks, modules and what was skipped", () => {
    const lines = [
      "setUpClass (m.T) ... ERROR",
      "a.b (unittest.loader._FailedTest) ... ERROR",
      "... skipped 'of nothing'",
      "test_a (m.T.test_a)",
      "What it does. ... skipped 'no time'",
      "test_b (m.T.test_b) ... test_c (m.T.test_c) ... ok",
      "x test_d (m.T) ... ok",
      "test_e (T) ... ok",
    ]
    expect(read(...lines, ...ran(4, "OK (skipped=1)"))?.ran_test_ids).toEqual(["m.T.test_b", "m.T.test_c"])
    expect(read(...lines, ...ran(5, "OK"))?.ran_test_ids).toBeNull()
  })

  it("takes what stands between rules for the body of a failure", () => {
    const lines = [
      RULE,
      "FAIL: test_a (m.T)",
      THIN_RULE,
      "AssertionError: 1 != 2",
      RULE,
      "not a header",
      THIN_RULE,
    ]
    expect(read(...lines, "the end", THIN_RULE, ...ran(1, "FAILED (failures=1)"))?.diagnostics).toEqual([
      {
        kind: "test",
        code: "AssertionError",
        message: ["AssertionError: 1 != 2", RULE, "not a header", THIN_RULE, "the end"].join("\n"),
        test_id: "m.T.test_a",
      },
    ])
    expect(read("test_a (m.T) failed:", "", "    Odd")).toEqual({
      diagnostics: [{ kind: "test", message: "failed", test_id: "m.T.test_a" }],
      tests_run: null,
      ran_test_ids: null,
    })
  })
})
