import type { EvidenceSignature } from "./signature.ts"

export type Delta = "unchanged" | "advanced" | "regressed" | "initialized"

type Compared = Pick<EvidenceSignature, "signature" | "count" | "identities">

/**
 * How a failure moved against the live failure of the same slot. Only an equal signature is unchanged. Equal sets
 * with other signatures have advanced: there are more failures than are kept for comparison.
 * @requirement evidence.delta
 */
export function deltaOf(previous: Compared | null | undefined, current: Compared): Delta {
  if (previous === null || previous === undefined || previous.signature === "") return "initialized"
  if (previous.signature === current.signature) return "unchanged"
  const kept = new Set(current.identities)
  const removed = previous.identities.some((identity) => !kept.has(identity))
  if (removed) return "advanced"
  if (current.identities.length > previous.identities.length) return "regressed"
  return current.count > previous.count ? "regressed" : "advanced"
}
