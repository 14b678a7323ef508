import type { OutputParser, ParsedDiagnostic, ParsedOutput } from "./parser.ts"
import { sumOfLines, withStated } from "./stated.ts"

const RESULT =
  /^ {0,6}\d{1,6}\/(\d{1,6}) Test {1,5}#\d{1,6}: (\S{1,512}) \.{1,200}(.{0,30}?)(Passed|\*\*\*.{1,100}?)(?: {1,10}\d{1,9}\.\d{1,9} sec)?$/
const LISTED = /^\t? {0,6}\d{1,6} - (\S{1,512}) \((.{1,100})\)/
const START = /^ {1,8}Start {1,6}\d{1,6}: /
const SUMMARY = /^\d{1,3}% tests passed, \d{1,6} tests? failed out of (\d{1,6})$/m
const FAILED = /^\d{1,3}% tests passed, (\d{1,6}) tests? failed out of \d/
const NONE = /^No tests were found!!!$/m
const END = /^\d{1,3}% tests passed, |^The following tests /

interface TestResult {
  readonly name: string
  readonly verdict: string
  readonly message: string
}

/** Reads ctest. A test id is the name that add_test gave. */
export const ctestParser: OutputParser = {
  name: "ctest",
  marks: ["% tests passed, ", " Test #", " Test  #", "No tests were found!!!", "The following tests FAILED:"],
  recognises: (text) =>
    SUMMARY.test(text) || NONE.test(text) || /^ {0,6}\d{1,6}\/\d{1,6} Test {1,5}#\d/m.test(text),
  parse: (text) => {
    const lines = text.split("\n")
    const { results, total } = readResults(lines)
    const ran = results.filter(({ verdict }) => verdict !== "Not Run" && !verdict.includes("Disabled"))
    const parsed = {
      diagnostics: withListed(results.filter(isFailure), lines).map(toDiagnostic),
      ...counts(
        text,
        ran.map(({ name }) => name),
        results.length === total,
      ),
    }
    return withStated(parsed, sumOfLines(lines, FAILED))
  },
}

function counts(
  text: string,
  ran: readonly string[],
  is_complete: boolean,
): Omit<ParsedOutput, "diagnostics"> {
  if (is_complete) return { tests_run: ran.length, ran_test_ids: ran }
  const summed = SUMMARY.exec(text)?.[1]
  if (summed !== undefined) return { tests_run: Number(summed), ran_test_ids: null }
  return NONE.test(text) ? { tests_run: 0, ran_test_ids: [] } : { tests_run: null, ran_test_ids: null }
}

interface ReadResults {
  readonly results: readonly TestResult[]
  readonly total: number | undefined
}

function readResults(lines: readonly string[]): ReadResults {
  const results: TestResult[] = []
  let total: number | undefined
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    const [, of, name, , verdict = ""] = line.includes(" Test") ? (RESULT.exec(line) ?? []) : []
    if (name === undefined) continue
    total = Number(of)
    const body = bodyBelow(lines, index + 1)
    results.push({ name, verdict: verdict.replace("***", "").trim(), message: body.join("\n").trim() })
    index += body.length
  }
  return { results, total }
}

/** What a failing test printed (--output-on-failure). */
function bodyBelow(lines: readonly string[], start: number): readonly string[] {
  let end = start
  while (end < lines.length && !isEnd(lines[end] ?? "")) end += 1
  return lines.slice(start, end)
}

function isEnd(line: string): boolean {
  return START.test(line) || END.test(line) || RESULT.test(line)
}

function isFailure({ verdict }: TestResult): boolean {
  return verdict !== "Passed" && !verdict.includes("Disabled") && verdict !== "Skipped"
}

/** When the output was cut, the closing list still names the failed tests. */
function withListed(failed: readonly TestResult[], lines: readonly string[]): readonly TestResult[] {
  const known = new Set(failed.map(({ name }) => name))
  const start = lines.indexOf("The following tests FAILED:")
  if (start === -1) return failed
  const listed = lines.slice(start + 1).flatMap((line) => {
    const [, name, verdict = ""] = LISTED.exec(line) ?? []
    return name === undefined || known.has(name) ? [] : [{ name, verdict, message: "" }]
  })
  return [...failed, ...listed]
}

function toDiagnostic({ name, verdict, message }: TestResult): ParsedDiagnostic {
  const kind = verdict.startsWith("Timeout") ? "timeout" : verdict.startsWith("Not Run") ? "build" : "test"
  return { kind, test_id: name, message: message === "" ? verdict : `${verdict}\n${message}` }
}
