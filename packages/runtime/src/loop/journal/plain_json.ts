import { canonicalJson } from "../../evidence/canonical_json.ts"

/** A value as JSON keeps it, which is what a replay will read. Never throws: what JSON cannot hold is named in its place. */
export function plainJson(value: unknown): unknown {
  if (value === undefined) return undefined
  try {
    const text = JSON.stringify(value) as string | undefined
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return JSON.parse(canonicalJson(value)) as unknown
  }
}
