import { oneLine } from "../terminal/text.ts"

/** What an event or a note says, as one line: `step fix, attempts 1`. */
export function fieldsText(fields: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields).map(
    ([key, value]) => `${key} ${typeof value === "string" ? value : JSON.stringify(value)}`,
  )
  return oneLine(parts.join(", "))
}
