import type { ParsedDiagnostic } from "../parser.ts"
import { readError } from "./error.ts"

export interface TestdoxReport {
  readonly failures: readonly ParsedDiagnostic[]
  /** The tests that passed or failed, by class and description. */
  readonly ran: readonly string[]
}

const SUITE = /^(?:\S.{0,500} \(([\w\\]{1,512})\)|(\S.{0,500}))$/
/** Passed, failed, risky, with a warning; skipped and incomplete tests have other marks. */
const TEST = /^ ([✔✘☢⚠]) (\S.{0,2000}?)(?: \[\d{1,9}\.\d{1,4} ms\])?$/
const DETAIL = /^ {3}[│├┐┴╵┊╷┤└┌─]{1,4} ?(.{0,4000})$/

/** Reads `--testdox`, which words method names: a test id is "Shop\\Sum > Each with data set". */
export function readTestdox(lines: readonly string[]): TestdoxReport {
  const failures: ParsedDiagnostic[] = []
  const ran: string[] = []
  let suite = ""
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    if (line.startsWith("Summary of non-successful tests:")) break
    if (isSuite(line, lines[index - 1] ?? "", lines[index + 1] ?? "")) suite = nameOf(line)
    const [, mark, name] = TEST.exec(line) ?? []
    if (name === undefined) continue
    const test_id = suite === "" ? name : `${suite} > ${name}`
    ran.push(test_id)
    if (mark !== "✘") continue
    const body: string[] = []
    while (DETAIL.test(lines[index + 1] ?? "")) {
      index += 1
      body.push(DETAIL.exec(lines[index] ?? "")?.[1] ?? "")
    }
    failures.push({ ...readError(body), test_id })
  }
  return { failures, ran }
}

/** A printed line may also stand above the next test, but never below a blank line. */
function isSuite(line: string, above: string, below: string): boolean {
  return above === "" && /^\S/.test(line) && /^ [✔✘↩∅☢⚠] /.test(below)
}

function nameOf(line: string): string {
  const [, name, title = ""] = SUITE.exec(line) ?? []
  return name ?? title
}
