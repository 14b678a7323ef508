import { canonicalJson } from "../../evidence/canonical_json.ts"

/** A value as JSON text; "" for what JSON has no text for. Never throws: what JSON cannot hold is named in its place. */
export function jsonText(value: unknown): string {
  try {
    const text: string | undefined = JSON.stringify(value)
    return text ?? ""
  } catch {
    return canonicalJson(value)
  }
}

/** A value as JSON keeps it, which is what a replay will read. */
export function plainJson(value: unknown): unknown {
  const text = jsonText(value)
  return text === "" ? undefined : (JSON.parse(text) as unknown)
}
