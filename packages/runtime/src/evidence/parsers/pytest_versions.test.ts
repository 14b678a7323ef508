import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { diagnoseFixture, fixture, readFixture, summary } from "./fixture.fixture.ts"
import { pytestParser } from "./pytest.ts"

const NAMES =
  "test_add TestThing::test_dict TestThing::test_raises TestThing::test_param[2-c\u00a0-\u00a0d] Case::test_unit test_fix"
const FAILED = NAMES.split(" ").map((name) => `test_sum.py::${name.replaceAll("\u00a0", " ")}`)

describe("pytestParser on pytest 7", () => {
  it.each(["default", "verbose", "quiet", "short", "line", "native", "colour"])(
    "reads pytest-7.%s",
    (name) => {
      const { parsed, parser } = readFixture(`python/pytest-7.${name}`)
      expect(parser).toBe("pytest")
      expect(parsed.diagnostics.map(({ test_id }) => test_id)).toEqual(FAILED)
      expect(parsed.tests_run).toBe(7)
    },
  )

  it("reads errors of collection, and a passing run", () => {
    expect(summary(readFixture("python/pytest-7.collection").parsed.diagnostics)).toEqual([
      "- | build | ModuleNotFoundError | broken/test_missing.py",
      "- | build | SyntaxError | broken/test_syntax.py",
    ])
    expect(readFixture("python/pytest-7.ok").parsed).toEqual({
      diagnostics: [],
      tests_run: 1,
      ran_test_ids: null,
    })
  })

  it("makes the same signature with and without colour, and another one once a failure is fixed", () => {
    const text = fixture("python/pytest-7.default")
    const sign = (output: string) =>
      signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {}).signature
    expect(signatureOf(diagnoseFixture("python/pytest-7.colour"), {}).signature).toBe(sign(text))
    const again = text.replace(/in \d\.\d\ds/, "in 7.77s").replaceAll(/py:\d+/g, "py:77")
    expect(again).not.toBe(text)
    expect(sign(again)).toBe(sign(text))
    expect(sign(text.replace(/^FAILED test_sum.py::test_add.*\n/m, ""))).toBe(sign(text))
    const block = text.slice(text.indexOf("___ test_add"), text.indexOf("___ TestThing.test_dict"))
    const fixed = text.replace(block, "").replace(/^FAILED test_sum.py::test_add.*\n/m, "")
    expect(sign(fixed)).not.toBe(sign(text))
  })

  it("takes the message of native tracebacks", () => {
    const found = readFixture("python/pytest-7.native").parsed.diagnostics
    expect(found[0]?.message).toBe("AssertionError: assert (1 - 2) == 3")
    expect(found[3]?.message).toBe("AssertionError: bad c - d\n  second line\nassert 2 == 1")
  })
})

describe("pytestParser on documented output", () => {
  it("reads pytest 3 to 6", () => {
    const text = [
      "============================= test session starts ==============================",
      "platform linux -- Python 3.6.5, pytest-3.6.1, py-1.5.3, pluggy-0.6.0",
      "collected 3 items",
      "",
      "test_a.py .F                                                             [100%]",
      "",
      "==================================== ERRORS ====================================",
      "_______________________ ERROR at setup of test_fixture _________________________",
      "E       fixture 'nowhere' not found",
      "",
      "/home/dev/shop/test_a.py:9",
      "=================================== FAILURES ===================================",
      "___________________________________ test_b _____________________________________",
      "",
      "    def test_b():",
      ">       assert 1 == 2",
      "E       assert 1 == 2",
      "",
      "test_a.py:2: AssertionError",
      "================ 1 failed, 2 passed, 1 error in 0.12 seconds ===================",
    ]
    const parsed = pytestParser.parse(text.join("\n"))
    expect(parsed?.tests_run).toBe(3)
    expect(parsed?.diagnostics).toEqual([
      {
        kind: "test",
        message: "in a fixture: fixture 'nowhere' not found",
        location: { path: "/home/dev/shop/test_a.py", line: 9 },
        test_id: "/home/dev/shop/test_a.py::test_fixture",
      },
      {
        kind: "test",
        code: "AssertionError",
        message: "assert 1 == 2",
        location: { path: "test_a.py", line: 2 },
        test_id: "test_a.py::test_b",
      },
    ])
  })

  it("reads pytest-xdist, and a worker that crashed", () => {
    const text = [
      "gw0 [3] / gw1 [3]",
      "[gw0] [ 33%] PASSED test_a.py::test_ok ",
      "[gw1] [ 66%] FAILED test_a.py::test_b ",
      "[gw0] node down: Not properly terminated",
      "[gw0] [100%] FAILED test_a.py::test_crash ",
      "",
      "replacing crashed worker gw0",
      "=================================== FAILURES ===================================",
      "____________________________________ test_b ____________________________________",
      "[gw1] linux -- Python 3.11.2 /usr/bin/python3",
      "",
      "E       assert 1 == 2",
      "",
      "test_a.py:2: AssertionError",
      "__________________________________ test_a.py ___________________________________",
      "[gw0] linux -- Python 3.11.2 /usr/bin/python3",
      "worker 'gw0' crashed while running 'test_a.py::test_crash'",
      "========================= 2 failed, 1 passed in 0.52s ==========================",
    ]
    expect(pytestParser.parse(text.join("\n"))).toEqual({
      diagnostics: [
        {
          kind: "test",
          code: "AssertionError",
          message: "assert 1 == 2",
          location: { path: "test_a.py", line: 2 },
          test_id: "test_a.py::test_b",
        },
        { kind: "test", message: "worker crashed", test_id: "test_a.py::test_crash" },
      ],
      tests_run: 3,
      ran_test_ids: ["test_a.py::test_ok", "test_a.py::test_b", "test_a.py::test_crash"],
    })
  })

  it("takes neither the output of passing tests nor what a test logs for a failure", () => {
    const text = [
      "==================================== PASSES ====================================",
      "____________________________________ test_ok ___________________________________",
      "----------------------------- Captured stdout call -----------------------------",
      "ERROR: this is only talk",
      "=========================== short test summary info ============================",
      "PASSED test_a.py::test_ok",
      "============================== 1 passed in 0.01s ===============================",
    ]
    expect(pytestParser.parse(text.join("\n"))).toEqual({
      diagnostics: [],
      tests_run: 1,
      ran_test_ids: ["test_a.py::test_ok"],
    })
    const cut = ["FAILED test_a.py::test_b - no", ...text.slice(1, 3)].join("\n")
    expect(pytestParser.parse(cut)?.diagnostics.map(({ test_id }) => test_id)).toEqual(["test_a.py::test_b"])
    expect(pytestParser.parse(`ERROR: no\n${text.slice(0, 4).join("\n")}`)?.diagnostics).toHaveLength(2)
  })
})
