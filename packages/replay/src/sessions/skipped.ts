import { readText } from "@proofloop/foundation/text"
import type { SessionItem } from "./session.ts"

/** Items with the line they were found in, which only what was skipped tells. */
export function atLine(items: readonly SessionItem[], line: number | undefined): readonly SessionItem[] {
  return items.map((item) => (item.type === "skipped" ? { ...item, line } : item))
}

/** A line, an item or a part whose `type` an importer does not know. */
export function unknownType(
  what: string,
  value: unknown,
): Extract<SessionItem, { readonly type: "skipped" }> {
  const unknown = `${what} "${(readText(value, "type") ?? "").slice(0, 40)}"`
  const calls = holdsCall(value, MAX_DEPTH) ? ", which holds a call or a result" : ""
  return { type: "skipped", reason: `unknown type of ${unknown}${calls}`, unknown: `${unknown}${calls}` }
}

/** A call in a form of which not even the tool's name is known. */
export const NAMELESS_CALL: SessionItem = {
  type: "skipped",
  reason: "a call without the name of its tool",
  unknown: "call without the name of its tool",
}

/** A result that names no call, or one that was not made. */
export const LOST_RESULT: SessionItem = {
  type: "skipped",
  reason: "a result without its call",
  is_lost_result: true,
}

const MAX_DEPTH = 4
const CALL = /^(?:tool_?(?:use|call)s?(?:_?id)?|call_?id|function_?calls?|tool_?name)$/i

/** Whether a member is named as calls and results are: then the recording has more of them than are read. */
function holdsCall(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null || depth === 0) return false
  return Object.entries(value)
    .slice(0, MAX_MEMBERS)
    .some(([name, member]) => CALL.test(name) || holdsCall(member, depth - 1))
}

const MAX_MEMBERS = 64
