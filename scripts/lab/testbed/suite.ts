import type { Files, Tool, Variant } from "./tool.ts"

/** A test of a suite: it compares two values, raises an error, or sleeps for a minute. */
export interface Test {
  readonly name: string
  readonly actual: number
  readonly expected: number
  readonly raises?: string | undefined
  readonly sleeps?: boolean | undefined
}

/** The tests by file; names of files are bare words. */
export type Suite = Readonly<Record<string, readonly Test[]>>

/** Writes a suite in the language of a test runner. */
export type WriteSuite = (suite: Suite) => Files

/** The variants of a test runner: one failure, its near misses, a pass, nothing to run, and a test without an end. */
export function suiteTool(write: WriteSuite, row: Omit<Tool, "variants" | "extra">): Tool {
  const variants = Object.entries(FAILURES).map(([name, suite]): Variant => ({
    name,
    expectation: "fail",
    files: write(suite),
    tests_run: count(suite),
  }))
  const passing = suiteOf({})
  return {
    ...row,
    extra: write({ ...FAILURES["value"], delivery: [test("packs"), test("weighs")] }),
    variants: [
      ...variants,
      { name: "pass", expectation: "pass", files: write(passing), tests_run: count(passing) },
      { name: "zero", expectation: "zero", files: write({ pricing: [] }), tests_run: 0 },
      {
        name: "timeout",
        expectation: "timeout",
        files: write(suiteOf({ totals: { ...test("totals"), sleeps: true } })),
      },
    ],
  }
}

function test(name: string, actual = 30, expected = actual): Test {
  return { name, actual, expected }
}

function suiteOf(changed: Readonly<Record<string, Test>>): Suite {
  const of = (name: string): Test => changed[name] ?? test(name)
  return { pricing: ["adds", "totals", "rounds"].map(of), stock: ["counts", "reserves"].map(of) }
}

const FAILURES: Readonly<Record<string, Suite>> = {
  value: suiteOf({ totals: test("totals", 30, 41) }),
  other_expected: suiteOf({ totals: test("totals", 30, 42) }),
  other_actual: suiteOf({ totals: test("totals", 33, 41) }),
  other_test: suiteOf({ rounds: test("rounds", 30, 41) }),
  other_file: suiteOf({ counts: test("counts", 30, 41) }),
  one_more: suiteOf({ totals: test("totals", 30, 41), reserves: test("reserves", 30, 41) }),
  raises: suiteOf({ totals: { ...test("totals"), raises: "no rate for Norway" } }),
  raises_other: suiteOf({ totals: { ...test("totals"), raises: "no rate for Sweden" } }),
}

function count(suite: Suite): number {
  return Object.values(suite).flat().length
}
