import type { DiagnosticLocation } from "../../../protocol/diagnostic.ts"

export interface RspecError {
  /** Class of what was raised; undefined for an expectation that was not met. */
  readonly code: string | undefined
  readonly message: string
  readonly location: DiagnosticLocation | undefined
}

const STARTS = /^ {0,8}(?:\d{1,7}\.\d{1,4}\) )?Failure\/Error:(.{0,4000})$/
const FRAME = /^ {0,8}# (.{0,2000})$/
const PLACE = /^(\.{0,2}\/\S.{0,1000}?):(\d{1,9})(?::in |$)/
const SHARED = /^ {0,8}Shared Example Group: /
const CLASS = /^ {0,8}([A-Z]\w{0,127}(?:::\w{1,128}){0,8}):$/
const CARETS = /^\s{2,1000}\^{1,1000}$/
const LIBRARY = /\/gems\/|^\/usr\//

/** Reads the lines of one failure, for an aggregated one all of its parts. Null without a message. */
export function readError(body: readonly string[]): RspecError | null {
  const kept: string[] = []
  let in_source = false
  let source = ""
  for (const line of body) {
    const start = STARTS.exec(line)?.[1]
    if (start !== undefined) {
      in_source = start.trim() === ""
      source ||= start.trim()
    } else if (in_source) in_source = line.trim() !== ""
    else if (!FRAME.test(line) && !SHARED.test(line)) kept.push(line)
  }
  const lines = withoutHighlight(kept)
  const first = lines.findIndex((line) => line.trim() !== "")
  const code = CLASS.exec(lines[first] ?? "")?.[1]
  const message = dedented(code === undefined ? lines : lines.slice(first + 1)) || source
  const location = readLocation(body)
  return message === "" && location === undefined && code === undefined ? null : { code, message, location }
}

/** A message as JSON has it, which keeps the places of aggregated failures. */
export function cleanMessage(message: string): string {
  return dedented(withoutHighlight(message.split("\n").filter((line) => !PLACE.test(line.trim()))))
}

/** Ruby 3.1 and later repeat the source line below the message, with carets under what failed. */
function withoutHighlight(lines: readonly string[]): readonly string[] {
  return lines.filter((line, index) => !CARETS.test(line) && !CARETS.test(lines[index + 1] ?? ""))
}

function dedented(lines: readonly string[]): string {
  const filled = lines.filter((line) => line.trim() !== "")
  const indent = Math.min(...filled.map((line) => line.length - line.trimStart().length), 16)
  return lines
    .map((line) => (line.trim() === "" ? "" : line.slice(indent)))
    .join("\n")
    .replaceAll(/\n{3,64}/g, "\n\n")
    .trim()
}

/** The first frame in the project, else the first. */
function readLocation(body: readonly string[]): DiagnosticLocation | undefined {
  const places = body.flatMap((line) => {
    const [, path, row] = PLACE.exec(FRAME.exec(line)?.[1] ?? "") ?? []
    return path === undefined ? [] : [{ path, line: Number(row) }]
  })
  return places.find(({ path }) => !LIBRARY.test(path)) ?? places[0]
}
