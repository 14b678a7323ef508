import { type ErrorBlock, errorDiagnostic, MAX_MESSAGE_LINES, shortName } from "./error_block.ts"

const HEADER = /^(?:PHP )?(Fatal error|Parse error|Recoverable fatal error): {1,2}(?:Uncaught )?(.{0,2000})$/
const NAME = /^(\\?[A-Z][\w\\]{0,255}): /
const PLACE = /^ in (\S.{0,1024}?)(?::\d{1,9}| on line \d{1,9})$/

export function readPhp(lines: readonly string[], start: number): ErrorBlock | null {
  const [, level, said] = HEADER.exec(lines[start] ?? "") ?? []
  if (level === undefined || said === undefined) return null
  let message = said
  let end = start + 1
  while (placeAt(message) === null && end < start + MAX_MESSAGE_LINES && end < lines.length) {
    message += `\n${lines[end] ?? ""}`
    end += 1
  }
  const path = placeAt(message)
  if (path === null) return null
  while (end < lines.length && /^(?:Stack trace:|#\d{1,4} |  thrown in )/.test(lines[end] ?? "")) end += 1
  const name = shortName(NAME.exec(message)?.[1] ?? level)
  const text = message
    .slice(0, message.lastIndexOf(" in "))
    .replace(/, called in \S{1,1024} on line \d{1,9} and defined$/, "")
  return { diagnostic: errorDiagnostic(name, text, path, level === "Parse error"), end }
}

function placeAt(message: string): string | null {
  const start = message.lastIndexOf(" in ")
  return start === -1 ? null : (PLACE.exec(message.slice(start, start + 1200))?.[1] ?? null)
}
