import { isRecord, parsedJson, readList, readMember, readNumber, readText } from "@proofloop/foundation/text"
import { type LintMessage, readLintLine, toLintDiagnostic } from "./eslint/message.ts"
import type { OutputParser, ParsedOutput } from "./parser.ts"

const STYLISH = /^✖ \d{1,9} problems? \(|^ {1,16}\d{1,7}:\d{1,7} {1,16}(?:error|warning) {2}/m
const ONE_LINE =
  /\[(?:Error|Warning)(?:\/[\w@/()-]{1,128})?\]$|: line \d{1,7}, col \d{1,7}, (?:Error|Warning) - /m
const JSON_REPORT = /^\[\{"filePath":"/m
const SUMMARY = /^✖ \d{1,9} problems? \(/m
const TOO_MANY = /^ESLint found too many warnings/m
const FILE = /^(\S.{0,1023})$/
const START = '[{"filePath":"'

/**
 * Reads ESLint (8 to 10): stylish, unix, compact, JSON; and the first two of Oxlint. Warnings count as failures only
 * when there are more than the command allows.
 */
export const eslintParser: OutputParser = {
  name: "eslint",
  marks: [
    " problem (",
    " problems (",
    "  error  ",
    "  warning  ",
    "[Error",
    "[Warning",
    ", col ",
    '"filePath":"',
  ],
  commands: /\beslint\b/,
  recognises: (text) => isJson(text) || STYLISH.test(text) || ONE_LINE.test(text),
  parse: (text) => {
    const messages = isJson(text) ? readEslintJson(text) : readLines(text.split("\n"))
    if (messages === null || (messages.length === 0 && !isJson(text) && !SUMMARY.test(text))) return null
    return toOutput(messages, TOO_MANY.test(text))
  },
}

function isJson(text: string): boolean {
  return text.includes('"filePath":"') && JSON_REPORT.test(text)
}

function toOutput(messages: readonly LintMessage[], with_warnings: boolean): ParsedOutput {
  const failures = messages.filter(({ is_warning }) => with_warnings || !is_warning)
  return { diagnostics: failures.map(toLintDiagnostic), tests_run: null, ran_test_ids: null }
}

function readLines(lines: readonly string[]): readonly LintMessage[] {
  const messages: LintMessage[] = []
  let path = ""
  for (const [index, line] of lines.entries()) {
    const message = readLintLine(line, path)
    if (message !== null) messages.push(message)
    else if ((lines[index - 1] ?? "") === "") path = FILE.exec(line)?.[1] ?? path
  }
  return messages
}

/** Reads the JSON format: one line for each run; null if none can be read. */
function readEslintJson(text: string): readonly LintMessage[] | null {
  const lines = text.split("\n").filter((line) => line.startsWith(START))
  const reports = lines.map(parsedJson).filter((report) => Array.isArray(report))
  if (reports.length === 0) return null
  return reports
    .flatMap((report: readonly unknown[]) => report.filter(isRecord))
    .flatMap((file) =>
      readList(file, "messages")
        .filter(isRecord)
        .map((message) => toMessage(readText(file, "filePath") ?? "", message)),
    )
}

function toMessage(path: string, message: unknown): LintMessage {
  const rule = readText(message, "ruleId") ?? ""
  return {
    path,
    line: readNumber(message, "line") ?? 0,
    column: readNumber(message, "column") ?? 0,
    is_warning: readMember(message, "severity") === 1,
    message: readText(message, "message") ?? "",
    rule: rule === "" ? null : rule,
  }
}
