import type { ParsedDiagnostic } from "../parser.ts"
import { readError } from "./error.ts"

const SECTION = /^There (?:was|were) \d{1,9} (.{1,60}):$/
const ENTRY = /^\d{1,7}\) ([\w\\]{1,512}::\S.{0,4000}|\/.{1,1000}\.phpt)$/
const TEST =
  /^([\w\\]{1,512}::\w{1,256})(?: with data set (#\d{1,9}|".{0,1000}?")(?: \(.{0,4000}| with data .{0,4000})?)?$/
const ENDS =
  /^(?:--|FAILURES!|ERRORS!|WARNINGS!|OK, but .{1,100}|OK \(.{1,100}\)|Tests: \d{1,9}, .{1,400}|Time: .{1,100})$/

/** Reads the entries of errors and failures: those of risky, skipped and incomplete tests and of warnings fail no run. */
export function readFailures(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  let section = ""
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    section = SECTION.exec(line)?.[1] ?? section
    const title = /^(?:errors?|failures?)$/.test(section) ? ENTRY.exec(line)?.[1] : undefined
    if (title === undefined) continue
    let end = index + 1
    while (end < lines.length && !isEnd(lines[end] ?? "")) end += 1
    found.push({ ...readError(lines.slice(index + 1, end)), test_id: toTestId(title) })
    index = end - 1
  }
  return found
}

function isEnd(line: string): boolean {
  return ENTRY.test(line) || ENDS.test(line) || SECTION.test(line)
}

/** The values of a data set say nothing that its name does not, and may hold what changes from run to run. */
function toTestId(title: string): string {
  const [, name, set] = TEST.exec(title) ?? []
  if (name === undefined) return title
  return set === undefined ? name : `${name} with data set ${set}`
}
