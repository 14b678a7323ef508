import { asText, isRecord, readList, readMember, readNumber, readText } from "@proofloop/foundation/text"
import { jsonDocuments } from "./json_documents.ts"
import type { OutputParser, ParsedDiagnostic, ParsedOutput } from "./parser.ts"
import { cleanMessage } from "./rspec/error.ts"
import { readLoadErrors, readTextFailures, toDiagnostic } from "./rspec/failures.ts"
import { sumOfLines, withStated } from "./stated.ts"

const SUMMARY =
  /^(\d{1,9}) examples?, \d{1,9} failures?(?:, (\d{1,9}) pending)?(?:, \d{1,9} errors? occurred outside of examples)?$/gm
const FAILED =
  /^\d{1,9} examples?, (\d{1,9}) failures?(?:, \d{1,9} pending)?(?:, (\d{1,9}) errors? occurred outside of examples)?$/
const RECOGNISED =
  /^\d{1,9} examples?, \d{1,9} failures?(?:,|$)|^ {5,10}(?:\d{1,4}\.\d{1,4}\) )?Failure\/Error: |^An error occurred while loading \S|^rspec \.\/\S.{0,1000} # /m
const JSON_OPENING = '{"version":"'
const JSON_MARK = '"summary_line":"'
const FRAME = /^(\.\/\S.{0,1000}?):(\d{1,9})(?::|$)/
const EXAMPLE = /^( {2,200})(\S.{0,2000})$/
const OUTCOME = / \((?:FAILED - \d{1,7}|PENDING: .{0,1000})\)$/
const ENDS = /^(?:Failures:|Pending: \(|Finished in \d)/
/** RSpec joins descriptions with a space, except those of methods and scopes. */
const GLUED = /^(?:#|\.|::)/

/** Reads RSpec 3: progress, documentation and JSON. A test id is the full description of an example. */
export const rspecParser: OutputParser = {
  name: "rspec",
  always_reports: true,
  marks: [
    " examples, ",
    "1 example, ",
    "Failure/Error: ",
    "An error occurred while loading ",
    JSON_MARK,
    "\nrspec ./",
  ],
  recognises: (text) => text.includes(JSON_MARK) || (mayBeRspec(text) && RECOGNISED.test(text)),
  parse: (text) => {
    const reports = text.includes(JSON_MARK) ? jsonDocuments(text, JSON_OPENING) : []
    const read = reports.flatMap((report) => readReport(report) ?? [])
    const plain = readPlain(text)
    const all = plain === null ? read : [plain, ...read]
    const [only] = all
    if (only === undefined) return null
    return all.length === 1 ? only : joined(all)
  },
}

function mayBeRspec(text: string): boolean {
  return (
    text.includes(" example") ||
    text.includes("Failure/Error: ") ||
    text.includes("An error occurred while loading ") ||
    text.includes("rspec ./")
  )
}

function readPlain(text: string): ParsedOutput | null {
  const lines = text.split("\n")
  const diagnostics = [...readLoadErrors(lines), ...readTextFailures(lines)]
  let tests_run: number | null = null
  for (const [, examples, pending = "0"] of text.matchAll(SUMMARY)) {
    tests_run = (tests_run ?? 0) + Math.max(0, Number(examples) - Number(pending))
  }
  if (tests_run === null && diagnostics.length === 0) return null
  const listed = tests_run === 0 ? [] : readExamples(lines)
  const ran_test_ids = listed.length === tests_run ? [...new Set(listed)] : null
  return withStated({ diagnostics, tests_run, ran_test_ids }, sumOfLines(lines, FAILED))
}

function readReport(report: unknown): ParsedOutput | null {
  if (!Array.isArray(readMember(report, "examples"))) return null
  const examples = readList(report, "examples").filter(isRecord)
  const ran = examples.filter(({ status }) => status === "passed" || status === "failed")
  const messages = readList(report, "messages").flatMap((message) => asText(message).split("\n"))
  return {
    diagnostics: [
      ...readLoadErrors(messages),
      ...examples.filter(({ status }) => status === "failed").map(readFailed),
    ],
    tests_run: ran.length,
    ran_test_ids: [...new Set(ran.map((example) => readText(example, "full_description") ?? ""))],
  }
}

function readFailed(example: unknown): ParsedDiagnostic {
  const exception = readMember(example, "exception")
  const name = readText(exception, "class") ?? ""
  const frames = readList(exception, "backtrace").map(asText)
  const [, path, line] = FRAME.exec(frames.find((frame) => FRAME.test(frame)) ?? "") ?? []
  const location =
    path === undefined
      ? { path: readText(example, "file_path") ?? "", line: readNumber(example, "line_number") ?? 0 }
      : { path, line: Number(line) }
  const message = cleanMessage(readText(exception, "message") ?? "")
  return toDiagnostic({
    test_id: readText(example, "full_description") ?? "",
    // A class of RSpec's own is not part of the text reports.
    code: name.startsWith("RSpec::") ? undefined : name || undefined,
    message,
    location,
  })
}

function joined(all: readonly ParsedOutput[]): ParsedOutput {
  const counts = all.flatMap(({ tests_run }) => tests_run ?? [])
  const ids = all.map(({ ran_test_ids }) => ran_test_ids)
  const parsed = {
    diagnostics: all.flatMap(({ diagnostics }) => diagnostics),
    tests_run: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
    ran_test_ids: ids.includes(null) ? null : ids.flatMap((names) => names ?? []),
  }
  return withStated(
    parsed,
    all.reduce((sum, read) => sum + (read.failures ?? read.diagnostics.length), 0),
  )
}

/**
 * Reads the tree of the documentation format: the full descriptions of the examples that passed or failed. A group
 * follows a blank line, or has deeper lines below it. When a test prints lines of its own, the count differs from the
 * summary's.
 */
function readExamples(lines: readonly string[]): readonly string[] {
  const ran: string[] = []
  let path: string[] = []
  for (const [index, line] of lines.entries()) {
    if (ENDS.test(line)) path = []
    const is_top = /^\S/.test(line) && (index === 0 || lines[index - 1] === "")
    if (is_top && isDeeper(lines[index + 1] ?? "", 0)) path = [line]
    const [, indent = "", text] = EXAMPLE.exec(line) ?? []
    if (text === undefined || path.length === 0) continue
    const depth = indent.length / 2
    if (!Number.isInteger(depth) || depth > path.length) continue
    path = path.slice(0, depth)
    if (isDeeper(lines[index + 1] ?? "", indent.length) && !OUTCOME.test(line)) path.push(text)
    else if (!/ \(PENDING: /.test(line)) ran.push(fullDescription([...path, text.replace(OUTCOME, "")]))
  }
  return ran
}

function isDeeper(line: string, indent: number): boolean {
  return EXAMPLE.exec(line)?.[1]?.length === indent + 2
}

function fullDescription(names: readonly string[]): string {
  return names.reduce((path, name) => (GLUED.test(name) ? `${path}${name}` : `${path} ${name}`))
}
