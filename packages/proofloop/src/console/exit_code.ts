import type { RunResult } from "@proofloop/runtime"

export const EXIT_CODES = { clean: 0, findings: 1, misuse: 2, escalate: 3, aborted: 130 } as const

/** Endings in which nothing could judge or work any more, so a person has to act. */
const ESCALATING: ReadonlySet<string> = new Set([
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
  if (status === "aborted") return EXIT_CODES.aborted
  if (verified) return EXIT_CODES.clean
  return ESCALATING.has(stop_reason) ? EXIT_CODES.escalate : EXIT_CODES.findings
}
