import { type ErrorBlock, errorDiagnostic, MAX_MESSAGE_LINES, shortName } from "./error_block.ts"

const RAISED = /^([^\s:][^:\n]{0,1024}|<internal:[^>\n]{1,512}>):\d{1,9}:in [`'][^'\n]{1,512}': (.{0,2000})$/
const CLASS = / \(([A-Z][\w:]{0,200})\)$/
const FROM = /^\s{1,16}(?:\d{1,6}: )?from ([^:\n]{1,1024}|<internal:[^>\n]{1,512}>):\d{1,9}:in /
const UNREADABLE = /^([^\s:][^:\n]{0,1024}\.(?:rb|rake|ru)):\d{1,9}: (syntax error.{0,2000})$/
const LIBRARY = /^<internal:|\/gems\/|\/lib\/ruby\//

export function readRuby(lines: readonly string[], start: number): ErrorBlock | null {
  const first = lines[start] ?? ""
  const unreadable = UNREADABLE.exec(first)
  if (unreadable !== null)
    return {
      diagnostic: errorDiagnostic("SyntaxError", unreadable[2] ?? "", unreadable[1], true),
      end: start + 1,
    }
  const [, raised_in = "", said] = RAISED.exec(first) ?? []
  if (said === undefined) return null
  let message = said
  let end = start + 1
  while (!CLASS.test(message) && end < start + MAX_MESSAGE_LINES && end < lines.length) {
    message += `\n${lines[end] ?? ""}`
    end += 1
  }
  const name = CLASS.exec(message)?.[1]
  if (name === undefined) return null
  let path = LIBRARY.test(raised_in) ? undefined : raised_in
  const causes: string[] = []
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ""
    const from = FROM.exec(line)?.[1]
    const cause = RAISED.exec(line)?.[2]
    if (from !== undefined) path ??= LIBRARY.test(from) ? undefined : from
    else if (cause !== undefined && causes.length < MAX_MESSAGE_LINES) causes.push(`caused by ${cause}`)
    else if (line !== "" && !/^\s/.test(line)) break
  }
  const text = [`${name}: ${message.replace(CLASS, "")}`, ...causes].join("\n")
  return { diagnostic: errorDiagnostic(shortName(name), text, path), end }
}
