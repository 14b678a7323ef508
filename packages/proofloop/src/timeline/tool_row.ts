import type { EventOf } from "./event.ts"
import type { Row } from "./row.ts"

export type CallStart = EventOf<"tool_call_start">
export type CallEnd = EventOf<"tool_call_end">

export function toolRow(end: CallEnd, start: CallStart | undefined): Row {
  const { ok, mutated, status, exit_code, output } = end
  const failure = status ?? (exit_code === undefined ? "failed" : `exit ${exit_code}`)
  const subject = subjectOf(start?.arguments)
  return {
    tone: mutated || ok ? "plain" : "bad",
    label: end.tool_name,
    text: [subject, ok ? changeOf(start?.arguments) : withoutSubject(firstLine(output), subject)]
      .filter(Boolean)
      .join(": "),
    outcome: mutated ? (ok ? "wrote" : `wrote, ${failure}`) : ok ? "" : failure,
  }
}

/** The argument that names the subject of a call. No tool is known by name here. */
export function subjectOf(given: unknown): string {
  const texts = Object.entries(Object(given)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  )
  const [, subject = ""] = texts.find(([name]) => TELLING.has(name)) ?? texts[0] ?? []
  return subject
}

/** The replaced and the new text of an edit, if both fit on one line. */
function changeOf(given: unknown): string {
  const { old_text, new_text } = Object(given)
  if (typeof old_text !== "string" || typeof new_text !== "string") return ""
  return /\n/.test(old_text + new_text) ? "" : `${old_text} → ${new_text}`
}

/** An error often begins with the path that the row names already. */
function withoutSubject(line: string, subject: string): string {
  return subject !== "" && line.startsWith(`${subject}: `) ? line.slice(subject.length + 2) : line
}

const TELLING: ReadonlySet<string> = new Set(["path", "file_path", "command", "pattern", "query", "url"])

function firstLine(output: string | undefined): string {
  return output?.split("\n").find((line) => line.trim() !== "") ?? ""
}
