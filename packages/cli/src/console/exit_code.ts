import type { RunResult } from "@proofloop/runtime"

export const exitCodes = { clean: 0, findings: 1, misuse: 2, escalate: 3, aborted: 130 } as const

/** Endings in which nothing could judge or do the work any more: a person has to act. */
const escalating: ReadonlySet<string> = new Set([
  "verifier_unable",
  "provider_error",
  "circuit_breaker",
  "error",
])

/** 0 only for a verified result. */
export function exitCodeOf({
  verified,
  status,
  stop_reason,
}: Pick<RunResult, "verified" | "status" | "stop_reason">): number {
  if (status === "aborted") return exitCodes.aborted
  if (verified) return exitCodes.clean
  return escalating.has(stop_reason) ? exitCodes.escalate : exitCodes.findings
}
