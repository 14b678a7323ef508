import { loadFailureKind, readErrorBody, testFailureKind } from "./javascript/error_body.ts"
import type { OutputParser, ParsedDiagnostic } from "./parser.ts"
import { sumOfLines, withStated } from "./stated.ts"

const RECOGNISED =
  /^ {2}(?:✘ \[fail\]:|✖) |^ {2}\d{1,9} tests? (?:passed|failed)$|^ {2}\d{1,9} uncaught exceptions?$/m
const PASSED = /^ {2}✔ (?!\[expected fail\])(\S.{0,2000}?)(?: \(\d[\d.]{0,8}(?:ms|s|m)(?: \d{1,9}ms)?\))?$/
/** Before AVA 4 a failure has another sign, which errors outside tests carry as well. */
const FAILED =
  /^ {2}(?:✘ \[fail\]:|✖(?! (?:No tests found in |Couldn't find any |Based on your |\S{1,1024} exited with ))) (\S.{0,4000})$/
const STATED = /^ {2}(\d{1,9}) (?:tests? failed|uncaught exceptions?|unhandled rejections?)$/
const SUMMARY = /^ {2}(\d{1,9}) tests? (?:passed|failed)$/
const OUTSIDE = /^ {2}(?:Uncaught exception|Unhandled rejection) in (\S.{0,1000})$/
const EMPTY =
  /^ {2}[✘✖×] (?:No tests found in |Couldn't find any files to test|Based on your configuration, )/m
/** "  ava/cart.test.js:3", the numbered source below it, and "  › file://cart.test.js:3:23". */
const BESIDES = /^ {2}(?:\S{1,1024}:\d{1,7}|› .{0,1024}| {0,8}\d{1,7}: .{0,1024})$/
const RULE = "  ─"

/** Reads AVA's own reporter (3 to 7). A test id is the title, behind the file where several ran. */
export const avaParser: OutputParser = {
  name: "ava",
  always_reports: true,
  passes_last: true,
  marks: [
    "✘ [fail]: ",
    " passed\n",
    " failed\n",
    "uncaught exception",
    "✘ No tests found in ",
    "find any files to test",
    "Based on your configuration, ",
  ],
  commands: /\bava\b/,
  recognises: (text) => EMPTY.test(text) || (text.includes(RULE) && RECOGNISED.test(text)),
  parse: (text) => {
    const lines = text.split("\n")
    const passed = lines.flatMap((line) => PASSED.exec(line)?.[1] ?? [])
    const listed = lines.flatMap((line) => FAILED.exec(line)?.[1] ?? [])
    const tests = readFailures(lines, listed)
    const outside = readOutside(lines)
    const is_empty = lines.some((line) => EMPTY.test(line))
    const is_told = is_empty || lines.some((line) => SUMMARY.test(line) || STATED.test(line))
    if (!is_told && tests.length === 0) return null
    const ran = [...passed, ...tests.flatMap(({ test_id }) => test_id ?? [])]
    const tests_run = passed.length + listed.length
    return withStated(
      {
        diagnostics: [...tests, ...outside],
        tests_run: is_told ? tests_run : null,
        ran_test_ids: tests_run > 0 && ran.length === tests_run ? [...new Set(ran)] : null,
      },
      sumOfLines(lines, STATED),
    )
  },
}

/** Every listed failure; below the rule each title heads what went wrong. */
function readFailures(lines: readonly string[], listed: readonly string[]): readonly ParsedDiagnostic[] {
  const rule = lines.indexOf(RULE)
  const details = rule === -1 ? [] : lines.slice(rule + 1)
  let from = 0
  return listed.map((entry) => {
    const head = details.findIndex(
      (line, index) => index >= from && isHead(details, index) && isOf(entry, line),
    )
    if (head === -1) return { kind: "test" as const, test_id: entry, message: "failed" }
    let end = head + 1
    while (end < details.length && details[end] !== RULE && !(isHead(details, end) && isGap(details, end)))
      end += 1
    from = end
    const test_id = (details[head] ?? "").trim()
    const { message, code, location } = readErrorBody(
      details.slice(head + 1, end).filter((line) => !BESIDES.test(line)),
    )
    return {
      kind: testFailureKind(message),
      test_id,
      message: message === "" ? "failed" : message,
      ...(code === undefined ? {} : { code }),
      ...(location === undefined ? {} : { location }),
    }
  })
}

function isHead(lines: readonly string[], index: number): boolean {
  return lines[index - 1]?.trim() === "" && /^ {2}\S/.test(lines[index] ?? "")
}

/** Between two failures three lines are empty. */
function isGap(lines: readonly string[], index: number): boolean {
  return [1, 2, 3].every((back) => lines[index - back]?.trim() === "")
}

/** The list shows a title and, behind it, the error's message. */
function isOf(entry: string, line: string): boolean {
  const title = line.trim()
  return entry === title || entry.startsWith(`${title} `)
}

function readOutside(lines: readonly string[]): readonly ParsedDiagnostic[] {
  return lines.flatMap((line, index) => {
    const path = OUTSIDE.exec(line)?.[1]
    if (path === undefined) return []
    let end = index + 1
    while (end < lines.length && lines[end] !== RULE && !/^ {2}[✘✖] /.test(lines[end] ?? "")) end += 1
    const { message, code } = readErrorBody(lines.slice(index + 1, end).filter((line) => !BESIDES.test(line)))
    const first = message.split("\n")[0] ?? ""
    return [
      { kind: loadFailureKind(first), code: code ?? "load", message: first || "failed", location: { path } },
    ]
  })
}
