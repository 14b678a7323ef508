import { oneLine } from "@proofloop/foundation/text"

/** The fields of an event or a note, as one line: `step fix, attempts 1`. */
export function fieldsText(fields: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== "" && value !== null)
    .map(([key, value]) => `${key} ${typeof value === "string" ? value : JSON.stringify(value)}`)
  return oneLine(parts.join(", "))
}
