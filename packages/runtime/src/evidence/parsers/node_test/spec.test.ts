import { describe, expect, it } from "vitest"
import { readSpec } from "./spec.ts"
import { readSpecFailure } from "./spec_failure.ts"

function points(...lines: readonly string[]) {
  return readSpec(lines).points.map(({ path, outcome, failure }) => [
    path.join(" > "),
    outcome,
    failure?.message ?? null,
  ])
}

const END = ["ℹ tests 9", "ℹ fail 9"]

describe("readSpec", () => {
  it("reads a tree of suites and tests, without times and directives", () => {
    expect(
      points(
        "▶ suite",
        "  ▶ inner",
        "    ✔ good (1.5ms)",
        "    ✔ good (also) (12ms)",
        "  ✔ inner (3ms)",
        "  ✔ other (1ms)",
        "✔ suite (5.25ms)",
        "﹣ skipped (0.1ms) # SKIP",
        "⚠ some day (0.1ms) # TODO",
        "✔ because (0.1ms) # it was told so",
        "✖ later (0.1ms) # TODO",
        ...END,
      ),
    ).toEqual([
      ["suite > inner > good", "pass", null],
      ["suite > inner > good (also)", "pass", null],
      ["suite > inner", "pass", null],
      ["suite > other", "pass", null],
      ["suite", "pass", null],
      ["skipped", "skip", null],
      ["some day", "skip", null],
      ["because", "skip", null],
      ["later", "skip", null],
    ])
  })

  it("knows by the mark alone that a test was skipped, or may fail", () => {
    expect(points("﹣ skipped (0.1ms)", "⚠ some day (0.1ms)", "✖ bad (1ms)")).toEqual([
      ["skipped", "skip", null],
      ["some day", "skip", null],
      ["bad", "fail", "test failed"],
    ])
  })

  it("tells a suite from a test of its name inside it", () => {
    expect(
      points("▶ same", "  ▶ same", "    ✔ one (1ms)", "  ▶ same (2ms)", "▶ same (3ms)", "✔ last (1ms)"),
    ).toEqual([
      ["same > same > one", "pass", null],
      ["same > same", "fail", null],
      ["same", "fail", null],
      ["last", "pass", null],
    ])
    expect(points("▶ outer", "  ▶ inner", "    ✔ outer (1ms)", "  ✔ inner (2ms)", "  ✔ outer (1ms)")).toEqual(
      [
        ["outer > inner > outer", "pass", null],
        ["outer > inner", "pass", null],
        ["outer > outer", "pass", null],
      ],
    )
  })

  it("sums the counts of all runs in the output", () => {
    const { counts } = readSpec([
      "✔ a (1ms)",
      "ℹ tests 1",
      "ℹ pass 1",
      "✔ b (1ms)",
      "ℹ tests 12",
      "ℹ pass 12",
    ])
    expect([...counts]).toEqual([
      ["tests", 13],
      ["pass", 13],
    ])
  })

  it("knows what was printed before each test", () => {
    const read = readSpec(["loading", "  indented", "✔ a (1ms)", "✔ b (1ms)", "more", "✔ c (1ms)"])
    expect(read.points.map(({ printed }) => printed)).toEqual([["loading"], [], ["more"]])
  })

  it("reads the error below a failed test", () => {
    expect(
      points(
        "✖ bad (1ms)",
        "  Error: one",
        "",
        "      more",
        "✖ worse (1ms)",
        "  Error: two",
        "margin",
        "  not of it",
      ),
    ).toEqual([
      ["bad", "fail", "Error: one\n\n    more"],
      ["worse", "fail", "Error: two"],
    ])
  })

  it("gives each failed test the error of the list, in its order", () => {
    const tree = [
      "▶ a",
      "  ✖ same (1ms)",
      "  ✔ good (1ms)",
      "▶ a (2ms)",
      "▶ b",
      "  ✖ same (1ms)",
      "  ✖ other (1ms)",
      "▶ b (2ms)",
    ]
    const list = [
      "✖ failing tests:",
      "",
      "test at a.ts:1:1",
      "✖ same (1ms)",
      "  Error: in a",
      "",
      "test at b.ts:2:1",
      "✖ same (1ms)",
      "  Error: in b",
      "test at b.ts:3:1",
      "✖ other (1ms)",
      "  Error: other",
    ]
    expect(points(...tree, ...list).filter(([, outcome]) => outcome === "fail")).toEqual([
      ["a > same", "fail", "Error: in a"],
      ["a", "fail", null],
      ["b > same", "fail", "Error: in b"],
      ["b > other", "fail", "Error: other"],
      ["b", "fail", null],
    ])
  })

  it("finds the test also where the list has another order", () => {
    const list = [
      "✖ failing tests:",
      "test at a.ts:1:1",
      "✖ two (1ms)",
      "  Error: 2",
      "test at a.ts:2:1",
      "✖ one (1ms)",
      "  Error: 1",
    ]
    expect(points("✖ one (1ms)", "✖ two (1ms)", ...list)).toEqual([
      ["one", "fail", "Error: 1"],
      ["two", "fail", "Error: 2"],
    ])
  })

  it("adds failures of the list that the tree does not have, and leaves out those that may fail", () => {
    const list = [
      "✖ failing tests:",
      "test at a.ts:1:1",
      "✖ cut off (1ms)",
      "  Error: 1",
      "test at a.ts:2:1",
      "⚠ some day (1ms) # TODO",
      "  Error: 2",
    ]
    expect(points("✔ cut off (1ms)", "✖ some day (1ms)", ...list)).toEqual([
      ["cut off", "pass", null],
      ["some day", "fail", null],
      ["cut off", "fail", "Error: 1"],
    ])
  })

  it("ends the list at a line that can belong to none", () => {
    const list = ["✖ failing tests:", "test at a.ts:1:1", "✖ one (1ms)", "  Error: 1"]
    const next = ["✖ again (1ms)", "  Error: 2"]
    expect(points("✖ one (1ms)", ...list, "> npm run other", ...next)).toEqual([
      ["one", "fail", "Error: 1"],
      ["again", "fail", "Error: 2"],
    ])
    expect(points("✖ one (1ms)", ...list, "test at nowhere", ...next)).toHaveLength(2)
    expect(points("✖ one (1ms)", ...list, "test at a.ts:9:9", "no title", ...next)).toHaveLength(2)
  })
})

describe("readSpecFailure", () => {
  const stack = "    at Test.run (node:internal/test_runner:1:1)"

  it.each<readonly [string, readonly string[], string]>([
    [
      "is what stands before the stack",
      ["TypeError: no", "  more", stack, "  code: 'X'"],
      "TypeError: no\n  more",
    ],
    [
      "has the values compared",
      ["Error: no", stack, "  expected: 3,", "  actual: 4"],
      "Error: no\nexpected: 3\nactual: 4",
    ],
    [
      "has half of them",
      ["Error: no", stack, "  expected: [1, 2],"],
      "Error: no\nexpected: [1, 2]\nactual: undefined",
    ],
    ["has the other half", ["Error: no", stack, "  actual: 4,"], "Error: no\nexpected: undefined\nactual: 4"],
    ["has no values before the stack", ["Error: no", "  expected: 3,", stack], "Error: no\n  expected: 3,"],
    ["is all there is without a stack", ["Error: no", "  expected: 3,"], "Error: no\n  expected: 3,"],
    ["is without the marks around it", ["'it was cancelled'"], "it was cancelled"],
    ["but keeps those inside", ["not 'it'"], "not 'it'"],
    ["or at one end", ["'it' was"], "'it' was"],
    ["or around several lines", ["'it", "was'"], "'it\nwas'"],
    ["is unknown", ["", " "], "test failed"],
  ])("the message %s", (_what, body, message) => {
    expect(readSpecFailure(body, undefined).message).toBe(message)
  })

  it("has the code of its block, else that of its first line", () => {
    expect(readSpecFailure(["TypeError: no", stack, "  code: 'ERR_X',"], undefined).code).toBe("ERR_X")
    expect(readSpecFailure(["", "  TypeError: no", stack], undefined).code).toBe("TypeError")
    expect(readSpecFailure(["no", stack], undefined).code).toBeUndefined()
  })

  it("may be a time-out", () => {
    expect(readSpecFailure(["", "  'test timed out after 50ms'"], undefined).is_timeout).toBe(true)
    expect(readSpecFailure(["Error: test timed out after 50ms"], undefined).is_timeout).toBe(false)
  })
})
