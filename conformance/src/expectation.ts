import { isRecord } from "@proofloop/foundation/text"
import type { Case } from "./case.ts"
import type { JsonObject } from "./json.ts"
import { difference } from "./match.ts"

/** The exact list of warnings an expectation stands for: without a word about them, none. */
export function warningsExpected({ warning, warnings }: JsonObject): unknown {
  if (warning === undefined) return warnings ?? []
  return warning === "none" ? [] : [warning]
}

/** The expectation with `none` written as an absent field. */
export function flatExpectation(expect: JsonObject): JsonObject {
  const expected: Record<string, unknown> = { ...expect }
  for (const name of ["feedback", "current_failure"]) {
    if (expected[name] === "none") expected[name] = { absent: true }
  }
  return expected
}

/** Whether a refusal is the one a case expects. */
export function differenceOfError(played: Case, error: unknown, where: string): string | null {
  const { option, message } = isRecord(error) ? error : {}
  if (!played.error) return `${where}: refused: ${String(message)}`
  const expected = { option: played.error.option, message: { contains: played.error.contains ?? [] } }
  return difference(expected, { option, message }, "error")
}
