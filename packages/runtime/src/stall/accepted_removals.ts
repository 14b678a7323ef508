import { sha256Hex } from "@proofloop/foundation/text"
import { readItems } from "../evidence/read_field.ts"
import { boundedText } from "./calls.ts"

const MOST = 1000

/**
 * Ids of tests that the host accepts as removed, keyed by the digest under which the state keeps an id. Values that
 * are not strings are skipped.
 */
export function acceptedRemovals(given: unknown): ReadonlyMap<string, string> {
  const ids = (readItems(given, MOST) ?? []).filter((id) => typeof id === "string")
  return new Map(ids.map((id) => [sha256Hex(id), boundedText(id)]))
}
