import type { ParsedDiagnostic } from "../parser.ts"

export interface LintMessage {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly is_warning: boolean
  readonly message: string
  readonly rule: string | null
}

const STYLISH = /^ {1,16}(\d{1,7}):(\d{1,7}) {1,16}(error|warning) {1,16}(\S.{0,4000})$/
const UNIX = /^(\S.{0,1023}?):(\d{1,7}):(\d{1,7}): (.{1,4000}) \[(Error|Warning)(?:\/([\w@/()-]{1,128}))?\]$/
const COMPACT = /^(\S.{0,1023}?): line (\d{1,7}), col (\d{1,7}), (Error|Warning) - (.{1,4000})$/
const IN_BRACKETS = /^(.{1,4000}) \(([\w@/-]{1,128})\)$/
const RULE = /^[@\w][\w@/()-]{0,127}$/
/** Oxlint puts the name of the plugin before that of the rule. */
const OF_PLUGIN = /^([\w@/-]{1,128})\(([\w@/-]{1,128})\)$/

const UNREAD = /^(?:Parsing error:|Unexpected token\b)/

/** A message of the stylish, unix or compact format; the first names its file in a line above. */
export function readLintLine(line: string, file: string): LintMessage | null {
  const stylish = STYLISH.exec(line)
  if (stylish !== null) {
    const [, row = "", column = "", severity, rest = ""] = stylish
    const { message, rule } = splitColumns(rest.trimEnd())
    return { path: file, ...position(row, column), is_warning: severity === "warning", message, rule }
  }
  const unix = line.endsWith("]") ? UNIX.exec(line) : null
  if (unix !== null) {
    const [, path = "", row = "", column = "", message = "", severity, rule] = unix
    return { path, ...position(row, column), is_warning: severity === "Warning", message, rule: rule ?? null }
  }
  const compact = line.includes(", col ") ? COMPACT.exec(line) : null
  if (compact === null) return null
  const [, path = "", row = "", column = "", severity, rest = ""] = compact
  const [, message = rest, rule] = IN_BRACKETS.exec(rest) ?? []
  return { path, ...position(row, column), is_warning: severity === "Warning", message, rule: rule ?? null }
}

export function toLintDiagnostic({ path, line, column, message, rule }: LintMessage): ParsedDiagnostic {
  const is_unread = rule === null && UNREAD.test(message)
  const code = rule === null ? (is_unread ? "parsing-error" : undefined) : nameOf(rule)
  return {
    kind: is_unread ? "build" : "lint",
    code,
    message: message.replace(/\.$/, ""),
    location: path === "" ? undefined : { path, line, column },
  }
}

function nameOf(rule: string): string {
  const [, plugin, name = rule] = OF_PLUGIN.exec(rule) ?? []
  return plugin === undefined || plugin === "eslint" ? name : `${plugin}/${name}`
}

/** Message and rule stand in columns of their own, at least two spaces apart. */
function splitColumns(text: string): { message: string; rule: string | null } {
  const gap = text.lastIndexOf("  ")
  const rule = text.slice(gap + 2)
  return gap === -1 || !RULE.test(rule)
    ? { message: text, rule: null }
    : { message: text.slice(0, gap).trimEnd(), rule }
}

function position(line: string, column: string): { line: number; column: number } {
  return { line: Number(line), column: Number(column) }
}
