import { asCount, asRecords, asText, type JsonRecord, parseJson } from "../json_value.ts"
import type { LintMessage } from "./message.ts"

const START = '[{"filePath":"'

/** Reads the JSON format: one line for each run; null if none can be read. */
export function readEslintJson(text: string): readonly LintMessage[] | null {
  const lines = text.split("\n").filter((line) => line.startsWith(START))
  const reports = lines.map(parseJson).filter((report) => Array.isArray(report))
  if (reports.length === 0) return null
  return reports
    .flatMap(asRecords)
    .flatMap((file) =>
      asRecords(file["messages"]).map((message) => toMessage(asText(file["filePath"]), message)),
    )
}

function toMessage(path: string, message: JsonRecord): LintMessage {
  const rule = asText(message["ruleId"])
  return {
    path,
    line: asCount(message["line"]),
    column: asCount(message["column"]),
    is_warning: message["severity"] === 1,
    message: asText(message["message"]),
    rule: rule === "" ? null : rule,
  }
}
