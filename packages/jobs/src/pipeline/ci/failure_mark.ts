import { canonicalJson, sha256Hex } from "@proofloop/foundation/text"

/** Recognises a failed CI again: plain data, without a word of the logs. */
export interface FailureMark {
  /** "ci:" and the SHA-256 of the jobs' signatures, however many jobs fail with each. */
  readonly signature: string
  /** Digests of the single failures, sorted. */
  readonly identities: readonly string[]
}

export function failureMark(
  jobs: ReadonlyArray<{ readonly signature: string; readonly identities: readonly string[] }>,
): FailureMark {
  const signatures = [...new Set(jobs.map(({ signature }) => signature))].toSorted()
  const identities = [...new Set(jobs.flatMap((job) => job.identities))].toSorted()
  return { signature: `ci:${sha256Hex(canonicalJson(signatures))}`, identities }
}

/** Whether all earlier failures are still there, with or without new ones. */
export function isSameFailure(before: FailureMark, now: FailureMark): boolean {
  if (before.signature === now.signature) return true
  const left = new Set(now.identities)
  return before.identities.length > 0 && before.identities.every((identity) => left.has(identity))
}
