import { canonicalJson } from "@proofloop/foundation/text"

/** A value as JSON text; "" for what JSON has no text for. Never throws: what JSON cannot hold is named in its place. */
export function jsonText(value: unknown): string {
  try {
    const text: string | undefined = JSON.stringify(value)
    // An object that hides itself (`toJSON` answers undefined) is told by what it holds.
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
