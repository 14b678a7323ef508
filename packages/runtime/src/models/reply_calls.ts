import { firstPresent, readField } from "../evidence/read_field.ts"
import type { ToolCall } from "../protocol/tool.ts"
import { parseCallArguments } from "./call_arguments.ts"

/** Tool calls one reply may hold. */
const MOST_CALLS = 1000
/** Characters of an id or a name. */
const LONGEST_NAME = 200
/** Deepest nesting of arguments, so that printing them cannot overflow the stack. */
const DEEPEST = 200

export interface ReadCalls {
  readonly tool_calls: readonly ToolCall[]
  /** What was dropped and why, for the model to read. */
  readonly parse_errors: readonly string[]
}

/**
 * Reads the tool calls of a host's model function, which may return anything: a name, a usable id, and a plain copy
 * of the arguments. Drops what it cannot read, and tells it. Never throws.
 */
export function readCalls(given: readonly unknown[]): ReadCalls {
  const tool_calls: ToolCall[] = []
  const parse_errors: string[] = []
  const records = given.slice(0, MOST_CALLS).filter((call) => typeof call === "object" && call !== null)
  const odd = Math.min(given.length, MOST_CALLS) - records.length
  if (odd > 0) parse_errors.push(`${odd} of ${given.length} tool calls are not objects`)
  for (const record of records) {
    const read = readCall(record)
    if ("problem" in read) parse_errors.push(read.problem)
    else tool_calls.push(read)
  }
  const more = given.length - MOST_CALLS
  if (more > 0) parse_errors.push(`${more} tool calls were dropped: a reply may hold ${MOST_CALLS} at most.`)
  return { tool_calls, parse_errors }
}

function readCall(record: unknown): ToolCall | { readonly problem: string } {
  const name = firstPresent(record, ["name", "tool_name"])
  if (typeof name !== "string") return { problem: "A tool call was dropped: it names no tool." }
  if (name.length > LONGEST_NAME)
    return { problem: `A tool call was dropped: its name has ${name.length} characters.` }
  const parsed = plainArguments(firstPresent(record, ["arguments", "tool_args"]))
  if (!parsed.ok)
    return {
      problem: `The call of tool ${JSON.stringify(name)} was dropped: its arguments are ${parsed.problem}.`,
    }
  const id = readField(record, "id")
  const usable = typeof id === "string" && id !== "" && id.length <= LONGEST_NAME
  return { ...(usable ? { id } : {}), name, arguments: parsed.arguments }
}

/** The arguments as JSON holds them. Cyclic, throwing or endlessly nested values cannot be sent on. */
function plainArguments(value: unknown): ReturnType<typeof parseCallArguments> {
  try {
    const text = typeof value === "string" ? value : (JSON.stringify(value ?? {}) ?? "null")
    const parsed = parseCallArguments(text)
    return parsed.ok && isTooDeep(parsed.arguments, DEEPEST)
      ? { ok: false, problem: `nested more than ${DEEPEST} levels deep` }
      : parsed
  } catch {
    return { ok: false, problem: "no JSON" }
  }
}

function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false
  return levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1))
}
