import { describe, expect, it } from "vitest"
import { vitestParser } from "./vitest.ts"

const RULE = "⎯".repeat(20)
const HEAD = " RUN  v4.0.0 /work"
const SUMMARY = "      Tests  1 failed | 12 passed (13)"

function read(...lines: readonly string[]) {
  return vitestParser.parse([HEAD, ...lines].join("\n"))
}

describe("vitestParser", () => {
  it("reads each failure up to a rule, the next one or the summary", () => {
    const parsed = read(
      `${RULE} Failed Tests 3 ${RULE}`,
      " FAIL  a.test.ts > one",
      " FAIL  a.test.ts > two",
      "AssertionError: expected 3 to be 4",
      " ❯ node:internal/x:1:1",
      " ❯ node_modules/lib/x.js:2:2",
      " ❯ run a.test.ts:7:9",
      "      5| const a = 1",
      `${RULE}[1/3]${RULE}`,
      " FAIL  b.test.ts > three",
      "no frame",
      "  3| source",
      " FAIL  c.test.ts > four",
      RULE,
      SUMMARY,
    )
    const frame = { location: { path: "a.test.ts", line: 7, column: 9 }, code: "AssertionError" }
    expect(parsed).toStrictEqual({
      diagnostics: [
        { kind: "test", message: "AssertionError: expected 3 to be 4", test_id: "a.test.ts > one", ...frame },
        { kind: "test", message: "AssertionError: expected 3 to be 4", test_id: "a.test.ts > two", ...frame },
        { kind: "test", message: "no frame", test_id: "b.test.ts > three" },
        { kind: "test", message: "failed", test_id: "c.test.ts > four" },
      ],
      tests_run: 13,
      ran_test_ids: null,
    })
  })

  it("reads what no test is named for", () => {
    const parsed = read(
      " FAIL  bad.test.ts [ bad.test.ts ]",
      "Error: no such thing",
      RULE,
      " FAIL  worse.test.ts [ worse.test.ts ] x",
      "boom",
      `${RULE} Unhandled Rejection ⎯${RULE}`,
      "TypeError: late",
      " ❯ late.ts:1:2",
      RULE,
      "ERROR: Coverage for lines (10%) does not meet threshold (90%)",
      SUMMARY,
    )
    expect(parsed?.diagnostics).toStrictEqual([
      { kind: "build", message: "Error: no such thing", code: "Error", location: { path: "bad.test.ts" } },
      { kind: "test", message: "boom", test_id: "worse.test.ts [ worse.test.ts ] x" },
      {
        kind: "runtime",
        message: "TypeError: late",
        code: "TypeError",
        location: { path: "late.ts", line: 1, column: 2 },
      },
      {
        kind: "test",
        code: "coverage",
        message: "ERROR: Coverage for lines (10%) does not meet threshold (90%)",
      },
    ])
  })

  it.each([
    ["Error: Test timed out in 5000ms.", "timeout"],
    ["Error: Hook timed out in 5000ms.", "timeout"],
    ["AssertionError: Error: Test timed out in 5ms", "test"],
    ["Error: spawn git ENOENT", "environment"],
    [`Error: ${"x".repeat(1000)} spawn git ENOENT`, "test"],
  ])("tells the kind of %s", (message, kind) => {
    expect(read(" FAIL  a.test.ts > one", message, RULE, SUMMARY)?.diagnostics[0]?.kind).toBe(kind)
  })

  it("reads the list of tests, with the message below each", () => {
    const parsed = read(
      " ✓ a.test.ts > suite > good 12ms",
      " ✔ a.test.ts > good too (retry x2)",
      " × a.test.ts > bad 3ms",
      "   → expected 3",
      " ✗ a.test.ts > worse",
      "      Tests  2 failed | 2 passed (4)",
    )
    expect(parsed).toStrictEqual({
      diagnostics: [
        { kind: "test", test_id: "a.test.ts > bad", message: "expected 3" },
        { kind: "test", test_id: "a.test.ts > worse", message: "failed" },
      ],
      tests_run: 4,
      ran_test_ids: [
        "a.test.ts > suite > good",
        "a.test.ts > good too",
        "a.test.ts > bad",
        "a.test.ts > worse",
        "a.test.ts > suite",
        "a.test.ts",
      ],
    })
  })

  it("knows that nothing ran, and that something else did", () => {
    expect(read("No test files found, exiting with code 1")).toEqual({
      diagnostics: [],
      tests_run: 0,
      ran_test_ids: [],
    })
    expect(read("      Tests  3 passed (3)", "No test files found, exiting")?.tests_run).toBe(3)
    expect(read("      Tests  3 passed (3)", "      Tests  10 passed (10)")?.tests_run).toBe(13)
    expect(read("nothing of the kind")).toBeNull()
  })

  it.each<readonly [string, string | undefined, boolean]>([
    [HEAD, undefined, true],
    [" Test Files  1 passed (1)", undefined, true],
    [`${RULE} Failed Tests 1 ${RULE}`, undefined, true],
    [RULE, undefined, false],
    ["RUN  v", undefined, false],
    [" FAIL  a.test.ts > one", "npx vitest", true],
    [" FAIL  a.test.ts > one", "npx jest", false],
    [" FAIL  a.test.ts > one", undefined, false],
    ["FAIL a.test.ts", "npx vitest", false],
  ])("recognises %j of %s: %s", (text, command, recognised) => {
    expect(vitestParser.recognises(`x\n${text}\ny`, command)).toBe(recognised)
  })
})
