import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ToolResult } from "../protocol/tool.ts"
import { diagnose } from "./diagnose.ts"
import { fixture } from "./parsers/fixture.fixture.ts"
import { signatureOf } from "./signature.ts"

const read = (result: ToolResult) => diagnose(result, { check_id: "tests", workspace_root: "/home/dev/shop" })
const sign = (result: ToolResult) => signatureOf(read(result), {}).signature
const fields = (result: Record<string, unknown>): ToolResult => result

/** A test that passed shows that the environment is there. */
const UNREACHED = [
  "FAILED tests/test_client.py::test_fetches - OSError: Could not resolve host: api.example.com",
  "========================= 1 failed, 1 passed in 0.10s =========================",
].join("\n")

describe("diagnose", () => {
  it("reads the failures a result reports before its output", () => {
    const result = fields({
      ok: false,
      output: fixture("node.22.tap"),
      diagnostics: [
        { code: "TS2322", message: "no", path: "src/a.ts", line: 3, column: 5 },
        { rule: "no-undef", text: "x is not defined", location: { file: "src/b.ts", line: 9 }, kind: "lint" },
        { test_id: "suite > adds", failure_signature: "sig", message: "expected 3" },
        "a plain line",
        { message: "" },
        null,
      ],
    })
    const { diagnostics, parser, count, tests_run } = read(result)
    expect(parser).toBe("structured")
    expect(diagnostics).toEqual([
      {
        check_id: "tests",
        kind: "runtime",
        code: "TS2322",
        message: "no",
        location: { path: "src/a.ts", line: 3, column: 5 },
      },
      {
        check_id: "tests",
        kind: "lint",
        code: "no-undef",
        message: "x is not defined",
        location: { path: "src/b.ts", line: 9 },
      },
      { check_id: "tests", kind: "test", message: "sig", test_id: "suite > adds" },
      { check_id: "tests", kind: "runtime", message: "a plain line" },
    ])
    expect(count).toBe(4)
    expect(tests_run).toBe(9)
  })

  it("reads `errors`, then `diagnostic`, when there are no `diagnostics`", () => {
    expect(
      read(fields({ ok: false, diagnostics: [], errors: ["one", new Error("two")] })).diagnostics,
    ).toMatchObject([{ message: "one" }, { message: "two" }])
    expect(
      read(fields({ ok: false, diagnostic: { error: { message: "three" } } })).diagnostics,
    ).toMatchObject([{ message: "three" }])
  })

  it("reads the output with the parser that knows it", () => {
    const { diagnostics, parser, kind, count, tests_run, ran_test_ids, snippet } = read({
      ok: false,
      output: fixture("node.22.tap"),
    })
    expect(parser).toBe("node_test")
    expect(diagnostics).toHaveLength(11)
    expect(new Set(diagnostics.map(({ check_id }) => check_id))).toEqual(new Set(["tests"]))
    expect({ kind, count, tests_run }).toEqual({ kind: "test", count: 11, tests_run: 9 })
    expect(ran_test_ids).toContain("suite a > fine")
    expect(snippet).toMatch(
      /^hooked > never: test did not finish before its parent and was cancelled\nhooked: hook bad\n/,
    )
  })

  it("reads any other failure line by line, and shows it as it is", () => {
    const { diagnostics, parser, kind, snippet } = read({
      ok: false,
      error: " AssertionError: expected 3, got 4 (0.13s)\n",
    })
    expect(parser).toBe("lines")
    expect(diagnostics).toEqual([
      { check_id: "tests", kind: "runtime", message: "AssertionError: expected 3, got 4 (0.13s)" },
    ])
    expect({ kind, snippet }).toEqual({
      kind: "runtime",
      snippet: "AssertionError: expected 3, got 4 (0.13s)",
    })
  })

  it("knows the same failure again, and another one for another", () => {
    const failing = (error: string): string => sign({ ok: false, error })
    expect(failing("AssertionError: expected 3, got 4 (0.13s)")).toBe(
      failing("AssertionError: expected 3, got 4 (0.71s)"),
    )
    const diff = (actual: string): string => failing(`FAIL waits\n- Expected\n+ Received\n- 3ms\n+ ${actual}`)
    expect(diff("4ms")).not.toBe(diff("5ms"))
    expect(failing("AssertionError: expected 3, got 4 (0.13s)")).not.toBe(
      failing("AssertionError: expected 3, got 5 (0.13s)"),
    )
  })

  it("falls back to lines when a parser finds no failure in a failed run", () => {
    const result = { ok: false, output: fixture("vitest.none") }
    expect(read(result)).toMatchObject({ parser: "lines", tests_run: 0 })
    expect(read(result).diagnostics[1]?.message).toBe("No test files found, exiting with code 1")
    const leak = read({ ok: false, output: `${fixture("node-ok.22.tap")}\nleak detected` })
    expect(leak).toMatchObject({ parser: "lines", tests_run: 2 })
  })

  it("does not lose the output behind a wrapper", () => {
    expect(
      read({ ok: false, error: "Command failed with exit code 1", output: fixture("pytest.default") }),
    ).toMatchObject({
      parser: "pytest",
      count: 7,
    })
    const wrapped = (output: string): string => sign({ ok: false, error: "exit code 1", output })
    expect(wrapped("FAIL adds is broken")).not.toBe(wrapped("FAIL subtracts is broken"))
  })

  it("says something of a failure without a word", () => {
    expect(read({ ok: false, exit_code: 3 }).diagnostics).toEqual([
      { check_id: "tests", kind: "runtime", code: "failed", message: "check failed exit=3" },
    ])
    expect(read({ ok: false, exit_code: 3 }).snippet).toBe("check failed exit=3")
    expect(read({ status: "error" }).diagnostics).toMatchObject([{ code: "error", message: "check error" }])
    expect(read({ ok: false, exit_code: 127 }).kind).toBe("environment")
    expect(sign({ ok: false, exit_code: 1 })).not.toBe(sign({ ok: false, exit_code: 2 }))
  })

  it.each(["error_count", "diagnostic_count", "diagnostics_count", "failure_count"])(
    "believes %s",
    (name) => {
      expect(read(fields({ ok: false, error: "boom", [name]: 7 })).count).toBe(7)
      expect(read(fields({ ok: false, error: "boom", [name]: "many" })).count).toBe(1)
    },
  )

  it("believes the count of tests a result reports", () => {
    expect(read({ ok: false, output: fixture("node.22.tap"), tests_run: 4 }).tests_run).toBe(4)
    expect(read({ ok: true, tests_run: 0 }).tests_run).toBe(0)
  })

  it("knows what ran in a passing result, and has nothing to complain about", () => {
    const { snippet, ...passing } = read({ ok: true, output: fixture("node-ok.24.spec") })
    expect(snippet).toBe("")
    expect(passing).toEqual({
      diagnostics: [],
      count: 0,
      doubt: "",
      tests_run: 2,
      ran_test_ids: ["adds", "suite a > deep equal", "suite a"],
      parser: "node_test",
      kind: "runtime",
    })
    expect(read({ ok: true, output: "built" })).toMatchObject({
      tests_run: null,
      ran_test_ids: null,
      parser: "lines",
    })
    expect(read(fields({ ok: true, errors: ["ignored"] })).diagnostics).toEqual([])
  })

  it.each([
    [{ ok: false, output: "boom", timed_out: true }, "timeout"],
    [{ ok: false, output: fixture("node.22.tap"), timed_out: true }, "timeout"],
    [{ ok: false, output: fixture("node.22.tap"), exit_code: 124 }, "timeout"],
    [{ ok: false, output: "TypeError: x is not a function", exit_code: 124 }, "timeout"],
    [{ ok: false, output: "Test timeout of 30000ms exceeded.", exit_code: 1 }, "runtime"],
    [{ ok: false, output: "bash: foo: command not found" }, "environment"],
    [{ ok: false, output: "boom", exit_code: 127 }, "environment"],
    [{ ok: false, output: "Error: Cannot find module './a'" }, "runtime"],
    [{ ok: false, output: "src/a.ts(1,2): error TS1005: no" }, "type"],
    [{ ok: false, output: fixture("pytest.collection") }, "build"],
    [{ ok: false, diagnostics: [{ message: "no", kind: "lint" }] }, "lint"],
    [
      { ok: false, diagnostics: [{ message: "no", kind: "lint" }], output: "bash: a: command not found" },
      "lint",
    ],
    [
      {
        ok: false,
        diagnostics: [
          { message: "a", kind: "lint" },
          { message: "b", kind: "type" },
        ],
      },
      "lint",
    ],
    [
      {
        ok: false,
        diagnostics: [
          { message: "a", kind: "lint" },
          { message: "b", kind: "test" },
        ],
      },
      "test",
    ],
    [
      {
        ok: false,
        diagnostics: [
          { message: "a", kind: "lint" },
          { message: "b", kind: "type" },
        ],
        output: "bash: a: command not found",
      },
      "lint",
    ],
    [{ ok: false, output: "boom", signal: "SIGTERM" }, "timeout"],
    [{ ok: false, output: "boom", signal: "SIGKILL" }, "environment"],
    [{ ok: false, output: UNREACHED.replace("1 passed", "0 passed") }, "environment"],
    [{ ok: false, output: UNREACHED }, "test"],
  ] as const)("%# has the kind %s", (result, kind) => {
    expect(read(result).kind).toBe(kind)
  })

  it("takes a test that ran too long for a failing test, and no other failure", () => {
    const kindOf = (...diagnostics: readonly object[]) =>
      read(fields({ ok: false, diagnostics: diagnostics.map((given) => ({ message: "no", ...given })) })).kind
    expect(kindOf({ kind: "timeout", test_id: "adds" })).toBe("test")
    expect(kindOf({ kind: "timeout" })).toBe("timeout")
    expect(kindOf({ kind: "lint", test_id: "adds" })).toBe("lint")
    expect(kindOf({ kind: "lint" }, { kind: "test" })).toBe("test")
  })

  it("takes one line that tells of the environment for all lines of an unknown tool", () => {
    const error = "Error: the build stopped\nsh: 1: jq: command not found\nError: it cannot go on"
    expect(read({ ok: false, error })).toMatchObject({ parser: "lines", kind: "environment" })
  })

  it("redacts the snippet", () => {
    expect(read({ ok: false, error: "login failed: password=hunter2" }).snippet).toBe(
      "login failed: password=[redacted]",
    )
    expect(read(fields({ ok: false, errors: ["password=hunter2"] })).snippet).toBe("password=[redacted]")
  })

  it.each([
    ["lines", "loading the shop\n12 passed, 7 failed"],
    ["traceback", `12 passed, 7 failed\n${fixture("shell/python.plain")}`],
  ])("counts the failures that totals state and nothing names, beside %s", (parser, output) => {
    expect(read({ ok: false, output })).toMatchObject({ parser, count: 7 })
  })

  it("uses a host's parsers", () => {
    const parsers = [
      {
        name: "own",
        recognises: () => true,
        parse: () => ({ diagnostics: [], tests_run: 5, ran_test_ids: null }),
      },
    ]
    expect(diagnose({ ok: true, output: "x" }, { check_id: "c", parsers })).toMatchObject({
      parser: "own",
      tests_run: 5,
    })
  })

  it("survives what cannot be read, wherever it stands", () => {
    const revoked = Proxy.revocable<unknown[]>([], {})
    revoked.revoke()
    const throwing = new Proxy(
      {},
      {
        get: () => {
          throw new Error("no")
        },
        ownKeys: () => {
          throw new Error("no")
        },
      },
    )
    const names = [
      "ok",
      "status",
      "error",
      "message",
      "result",
      "output",
      "content",
      "diagnostics",
      "errors",
      "diagnostic",
      "stdout",
    ]
    const hostile = names.flatMap((name) => [
      { [name]: revoked.proxy },
      { [name]: throwing },
      { [name]: [revoked.proxy, throwing] },
      { ok: false, [name]: [throwing] },
    ])
    for (const result of hostile) expect(signatureOf(read(fields(result)), {}).signature).toMatch(/^err:/)
    expect(signatureOf(read(throwing), {}).signature).toMatch(/^err:/)
  })

  it("counts what the report of an ok result says against it", () => {
    const report = "TAP version 13\n# Subtest: a\nnot ok 1 - a\n1..1\n# tests 1\n# pass 0\n# fail 1"
    expect(read({ ok: true, output: report })).toMatchObject({
      count: 1,
      diagnostics: [],
      parser: "node_test",
    })
    expect(read({ ok: true, output: "fine" })).toMatchObject({ count: 0, diagnostics: [], parser: "lines" })
  })

  it("shows an output without a report as it is", () => {
    expect(read({ ok: false, error: "boom\n\n at once" }).snippet).toBe("boom\n\n at once")
  })

  it("says that a check failed where a result says nothing", () => {
    expect(read({ ok: false, status: "" }).diagnostics).toMatchObject([
      { code: "failed", message: "check failed" },
    ])
  })

  it("believes an exit code that speaks of the environment more than a report", () => {
    for (const exit_code of [126, 127]) {
      expect(read({ ok: false, exit_code, diagnostics: [{ message: "no", kind: "lint" }] }).kind).toBe(
        "environment",
      )
    }
  })

  it("survives any result", () => {
    const name = fc.constantFrom(
      "ok",
      "status",
      "error",
      "message",
      "result",
      "output",
      "content",
      "diagnostics",
      "errors",
      "diagnostic",
      "tests_run",
      "exit_code",
      "timed_out",
      "stdout",
    )
    const entry = fc.record(
      {
        message: fc.anything(),
        code: fc.anything(),
        location: fc.anything(),
        path: fc.anything(),
        test_id: fc.anything(),
      },
      { requiredKeys: [] },
    )
    const value = fc.oneof(fc.anything(), fc.array(fc.oneof(entry, fc.anything())))
    fc.assert(
      fc.property(fc.dictionary(name, value), (result) => {
        const diagnosis = read(result)
        expect(signatureOf(diagnosis, {}).signature).toMatch(/^err:[0-9a-f]{64}$/)
        expect(JSON.parse(JSON.stringify(diagnosis))).toEqual(diagnosis)
      }),
      { numRuns: 500 },
    )
  })
})
