import { isRecord } from "@proofloop/foundation/text"
import { parse, TomlError } from "smol-toml"
import type { HookEntry } from "./host_table.ts"
import { isOurs } from "./launcher.ts"
import { SettingsProblem } from "./settings_problem.ts"

const BEGIN = "# >>> proofloop-hook: written by proofloop hook install"
const END = "# <<< proofloop-hook"

/** Throws SettingsProblem. */
export function parseToml(text: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text.replace(/^\uFEFF/, ""))
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [message = "no TOML"] = error.message.split("\n")
    throw new SettingsProblem(message.replace("Invalid TOML document: ", ""), error.line)
  }
}

/** Whether a file has hooks as tables, to which more may be added at its end. */
export function hasHookTables(value: Readonly<Record<string, unknown>>): boolean {
  const { hooks } = value
  return (
    isRecord(hooks) && Object.entries(hooks).some(([name, list]) => name !== "state" && Array.isArray(list))
  )
}

/** The file with a marked block at its end; none of the person's lines changes. Throws SettingsProblem. */
export function addBlock(text: string, entries: readonly HookEntry[]): string {
  parseToml(text)
  const eol = text.includes("\r\n") ? "\r\n" : "\n"
  const gap = text === "" || text.endsWith("\n") ? "" : eol
  const lines = [BEGIN, ...entries.flatMap(entryLines), END]
  const written = `${text}${gap}${lines.join(eol)}${eol}`
  // Inline lists, as in `Stop = [...]`, accept no further table.
  parseToml(written)
  return written
}

/** The file without our block. */
export function removeBlock(text: string): string {
  const start = text.indexOf(BEGIN)
  const end = text.indexOf(END, start)
  if (start === -1 || end === -1) return text
  const line_end = text.indexOf("\n", end)
  return text.slice(0, start) + (line_end === -1 ? "" : text.slice(line_end + 1))
}

/** Our commands in a file with hooks. */
export function blockCommands(value: Readonly<Record<string, unknown>>): readonly string[] {
  return stringsIn(value["hooks"], 6).filter(isOurs)
}

function stringsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === "string") return [value]
  if (depth === 0 || typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap((member) => stringsIn(member, depth - 1))
}

/** `[[hooks.Stop]]` with its matcher, and `[[hooks.Stop.hooks]]` for each handler. JSON strings and numbers are TOML. */
function entryLines({ event, value }: HookEntry): readonly string[] {
  const { hooks, ...group } = value
  const handlers = Array.isArray(hooks) ? hooks.filter(isRecord) : []
  return [
    `[[hooks.${event}]]`,
    ...fieldLines(group),
    ...handlers.flatMap((handler) => [`[[hooks.${event}.hooks]]`, ...fieldLines(handler)]),
  ]
}

function fieldLines(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(fields).map(([name, value]) => `${name} = ${tomlValue(value)}`)
}

/** Objects become tables in one line. */
function tomlValue(value: unknown): string {
  return isRecord(value) ? `{ ${fieldLines(value).join(", ")} }` : JSON.stringify(value)
}
