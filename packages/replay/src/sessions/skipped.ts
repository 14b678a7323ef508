import { readText } from "./read_member.ts"
import type { SessionItem } from "./session.ts"

/** Items with the line they were found in, which only what was skipped tells. */
export function atLine(items: readonly SessionItem[], line: number | undefined): readonly SessionItem[] {
  return items.map((item) => (item.type === "skipped" ? { ...item, line } : item))
}

/** Why a line, an item or a part is skipped whose `type` an importer does not know. */
export function unknownType(what: string, value: unknown): string {
  return `unknown type of ${what} "${(readText(value, "type") ?? "").slice(0, 40)}"`
}
