import { canonicalJson } from "@proofloop/foundation/text"

/** A value as JSON text; "" for what has no JSON text. Replaces what JSON cannot hold by a name. Never throws. */
export function jsonText(value: unknown): string {
  try {
    const text: string | undefined = JSON.stringify(value)
    // An object whose `toJSON` answers undefined is told by its fields.
    return text ?? (typeof value === "object" ? canonicalJson(value) : "")
  } catch {
    return canonicalJson(value)
  }
}

/** A value as JSON keeps it, which is what a replay will read. */
export function plainJson(value: unknown): unknown {
  const text = jsonText(value)
  return text === "" ? undefined : (JSON.parse(text) as unknown)
}
