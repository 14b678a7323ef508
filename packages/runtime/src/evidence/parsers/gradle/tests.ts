import { methodName, thrownBy } from "../java/thrown.ts"
import type { ParsedDiagnostic, ParsedOutput } from "../parser.ts"

const EVENT = /^([\w$.]{1,400}) > (\S.{0,1000}?) (PASSED|FAILED|SKIPPED)(?: \(\S{1,20}\))?$/
const SUMMED = /^(\d{1,9}) tests? completed(?:, \d{1,9} failed)?(?:, (\d{1,9}) skipped)?$/
const NONE = /^> No tests found for given includes/
const TEST_TASK = /^(?:> Task )?:(?:\S{0,200}:)?(?:test|[a-z]\w{0,100}Test)\b(.{0,200})$/
const INVOCATION = /^\[(\d{1,6})\]/

/** Reads test events: "shop.CartTest > adds FAILED" with the exception below, short or in full. */
export function readGradleTests(lines: readonly string[]): ParsedOutput {
  const found: ParsedDiagnostic[] = []
  const ran: string[] = []
  let lists_passed = false
  let summed: number | null = null
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    const [, all, skipped = "0"] = line.includes("completed") ? (SUMMED.exec(line) ?? []) : []
    if (all !== undefined) summed = (summed ?? 0) + Number(all) - Number(skipped)
    const [, class_name, path = "", outcome] = line.includes(" > ") ? (EVENT.exec(line) ?? []) : []
    if (class_name === undefined || outcome === "SKIPPED") continue
    const test_id = testId(class_name, path)
    ran.push(test_id)
    lists_passed ||= outcome === "PASSED"
    if (outcome === "PASSED") continue
    const body = bodyBelow(lines, index + 1)
    found.push(thrownBy(test_id, body))
    index += body.length
  }
  const listed = lists_passed && (summed === null || summed === ran.length) ? ran : null
  return {
    diagnostics: found,
    tests_run: summed ?? listed?.length ?? (hasNone(lines) ? 0 : null),
    ran_test_ids: listed,
  }
}

/** The indented lines; an empty one belongs to them if another indented one follows. */
function bodyBelow(lines: readonly string[], start: number): readonly string[] {
  const body: string[] = []
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    const goes_on = line.startsWith("    ") || (line === "" && lines[index + 1]?.startsWith("    ") === true)
    if (!goes_on) break
    body.push(line.slice(4))
  }
  return body
}

/** "each(int) > [2] 2" of JUnit 5 is "each[2]". */
function testId(class_name: string, path: string): string {
  let test_id = class_name
  for (const part of path.split(" > ")) {
    const number = INVOCATION.exec(part)?.[1]
    test_id += number === undefined ? `.${methodName(part)}` : `[${number}]`
  }
  return test_id
}

/** No test matches, or no test task has sources. */
function hasNone(lines: readonly string[]): boolean {
  const tasks = lines.flatMap((line) => TEST_TASK.exec(line)?.[1] ?? [])
  const is_empty = tasks.length > 0 && tasks.every((rest) => rest.trim() === "NO-SOURCE")
  return is_empty || lines.some((line) => NONE.test(line))
}
