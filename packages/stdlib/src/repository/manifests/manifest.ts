import { isRecord } from "@proofloop/foundation/text"

export interface Manifest {
  /** Names the repository publishes under this manifest; its docs may name them. */
  readonly names: readonly string[]
  readonly dependencies: readonly string[]
  /** Files that start something, relative to the manifest's folder. */
  readonly entrypoints: readonly string[]
}

export const EMPTY_MANIFEST: Manifest = { names: [], dependencies: [], entrypoints: [] }

/** One table of parsed foreign data; an empty one for anything else. */
export function tableOf(value: unknown): ReadonlyMap<string, unknown> {
  if (!isRecord(value)) return new Map()
  return new Map(Object.entries(value))
}

/** The value at a path of own keys. */
export function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  let current = value
  for (const key of keys) current = tableOf(current).get(key)
  return current
}

/** The texts of a list; an empty list for anything else. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : []
}

/** The text alone in a list, or none. */
export function optionalText(value: unknown): readonly string[] {
  return typeof value === "string" && value !== "" ? [value] : []
}
