import { sha256Hex } from "@proofloop/foundation/text"
import { readItems } from "../evidence/read_field.ts"
import { boundedText } from "./calls.ts"

const MOST = 1000

/** Ids of tests that a host lets go, by the digests that are kept of ids. What is no text is none. */
export function acceptedRemovals(given: unknown): ReadonlyMap<string, string> {
  const ids = (readItems(given, MOST) ?? []).filter((id) => typeof id === "string")
  return new Map(ids.map((id) => [sha256Hex(id), boundedText(id)]))
}
