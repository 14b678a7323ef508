import { loadFailureKind, readErrorBody, testFailureKind } from "./javascript/error_body.ts"
import type { OutputParser, ParsedDiagnostic, ParsedOutput } from "./parser.ts"
import { withStated } from "./stated.ts"
import { testPath } from "./test_path.ts"

const RECOGNISED =
  /^Running \d{1,9} tests? using \d{1,9} workers?|^Error: No tests found\.?$|^ {2}\d{1,7}\) \S.{0,1000} › /m
const HEADER = /^ {2}\d{1,7}\) (\S.{0,2000}?)(?: [─━=]{1,400})?$/
const RETRY = /^ {4}Retry #\d{1,4} /
const TOTAL = /^ {2}(\d{1,9}) (failed|passed|flaky|skipped|interrupted|did not run|timed out)\b/
const FAILING = ["failed", "interrupted", "timed out"] as const
const UNDER_TOTAL = /^ {4}(\S.{0,2000}?)(?: [─━=]{1,400})?$/
const LISTED =
  /^ {2,64}(?:[✓✘×✗]|ok|x) {1,8}\d{1,9} (\S.{0,2000}?)(?: \(retry #\d{1,4}\))?(?: \(\d[\d.]{0,8}(?:ms|s|m)\))?$/
const ATTACHED = /^ {4}(?:Error Context: |attachment #\d|─{4,}|Usage:$|npx playwright show-)/
const LOADED = /^(?:[A-Z]\w{0,64})?Error: (?!No tests found)/
const NO_TESTS = /^Error: No tests found\.?$/
/** ":4:3" behind the file of a title. */
const PLACE = /^((?:\[[^\]]{1,200}\] › )?)(\S.{0,1000}?):(\d{1,7}):\d{1,7} › /

/**
 * Reads Playwright (list, line, dot). A test id is "file > suite > name", behind "[project]" where it has one. A
 * flaky test, which passed when tried again, is not a failure.
 */
export const playwrightParser: OutputParser = {
  name: "playwright",
  always_reports: true,
  passes_last: true,
  marks: [" using ", "No tests found", " › "],
  commands: /\bplaywright\b/,
  recognises: (text) => RECOGNISED.test(text),
  parse: (text) => readReport(text.split("\n")),
}

function readReport(lines: readonly string[]): ParsedOutput | null {
  const totals = readTotals(lines)
  const failed = new Set(FAILING.flatMap((name) => [...(totals.titles.get(name) ?? [])]))
  const found = readEntries(lines)
    .filter(([title]) => totals.counts.size === 0 || failed.has(title))
    .map(([title, body]) => toDiagnostic(title, body))
  const load = readLoadErrors(lines)
  const no_tests = lines.some((line) => NO_TESTS.test(line))
  if (totals.counts.size === 0 && found.length === 0 && !no_tests) return null
  const count = (name: string): number => totals.counts.get(name) ?? 0
  const ran = count("failed") + count("passed") + count("flaky") + count("timed out") + count("interrupted")
  const listed = [...new Set(lines.flatMap((line) => idOf(LISTED.exec(line)?.[1] ?? "") ?? []))]
  return withStated(
    {
      diagnostics: [...load, ...found],
      tests_run: totals.counts.size === 0 && !no_tests ? null : ran,
      ran_test_ids: ran > 0 && listed.length === ran ? listed : null,
    },
    count("failed") + count("timed out"),
  )
}

interface Totals {
  readonly counts: ReadonlyMap<string, number>
  /** Titles that are listed below a total. */
  readonly titles: ReadonlyMap<string, ReadonlySet<string>>
}

function readTotals(lines: readonly string[]): Totals {
  const counts = new Map<string, number>()
  const titles = new Map<string, Set<string>>()
  let current: Set<string> | null = null
  for (const line of lines) {
    const [, number, name] = TOTAL.exec(line) ?? []
    const title = UNDER_TOTAL.exec(line)?.[1]
    if (name !== undefined) {
      counts.set(name, (counts.get(name) ?? 0) + Number(number))
      current = titles.get(name) ?? new Set()
      titles.set(name, current)
    } else if (current !== null && title?.includes(" › ") === true) current.add(title)
    else if (line.trim() !== "") current = null
  }
  return { counts, titles }
}

/** Each failing test once, with what its first try said. */
function readEntries(
  lines: readonly string[],
): readonly (readonly [title: string, body: readonly string[]])[] {
  const found = new Map<string, readonly string[]>()
  for (let index = 0; index < lines.length; index += 1) {
    const title = HEADER.exec(lines[index] ?? "")?.[1]
    if (title === undefined || !title.includes(" › ")) continue
    let end = index + 1
    while (end < lines.length && !isEnd(lines[end] ?? "")) end += 1
    if (!found.has(title)) found.set(title, lines.slice(index + 1, end))
    index = end - 1
  }
  return [...found]
}

function isEnd(line: string): boolean {
  return (
    HEADER.test(line) ||
    RETRY.test(line) ||
    TOTAL.test(line) ||
    /^\[\d{1,9}\/\d{1,9}\]/.test(line) ||
    LISTED.test(line)
  )
}

function toDiagnostic(title: string, body: readonly string[]): ParsedDiagnostic {
  const { message, code, location } = readErrorBody(body.filter((line) => !ATTACHED.test(line)))
  const [, , path, line] = PLACE.exec(title) ?? []
  const test_id = idOf(title)
  const place = location ?? (path === undefined ? undefined : { path, line: Number(line) })
  return {
    kind: testFailureKind(message),
    ...(test_id === undefined ? {} : { test_id }),
    ...(code === undefined ? {} : { code }),
    message: message === "" ? "failed" : message,
    ...(place === undefined ? {} : { location: place }),
  }
}

/** A title without the place in the file, which every edit above it moves. */
function idOf(title: string): string | undefined {
  const plain = title.replace(PLACE, "$1$2 › ")
  return plain.includes(" › ") ? testPath(plain.trim().split(" › ")) : undefined
}

/** Errors of files that could not be loaded stand above everything else. */
function readLoadErrors(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  for (let index = 0; index < lines.length && !/^Running \d/.test(lines[index] ?? ""); index += 1) {
    if (!LOADED.test(lines[index] ?? "")) continue
    let end = index + 1
    while (end < lines.length && !LOADED.test(lines[end] ?? "") && !NO_TESTS.test(lines[end] ?? "")) end += 1
    const { message, code, location } = readErrorBody(lines.slice(index, end))
    const load = { kind: loadFailureKind(message), code: code ?? "load", message }
    found.push(location === undefined ? load : { ...load, location })
    index = end - 1
  }
  return found
}
