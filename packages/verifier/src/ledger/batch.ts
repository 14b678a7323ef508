import { redactSecrets } from "@proofloop/foundation/text"
import type { LensVerdict } from "../verdict/lens_verdict.ts"
import { readLensVerdict } from "../verdict/read_verdict.ts"
import { LedgerError } from "./error.ts"

const MAX_TOLD = 10

/** The verdicts as they are written, without secrets. Throws LedgerError `verdict_invalid` with all problems of each. */
export function checkBatch(
  given: readonly unknown[],
  lenses: readonly string[] | "any",
): readonly LensVerdict[] {
  if (!Array.isArray(given)) throw new LedgerError("verdict_invalid", "expected a list of verdicts")
  const verdicts: LensVerdict[] = []
  const problems: string[] = []
  for (const [index, value] of given.entries()) {
    const reading = readForLedger(value, lenses)
    if ("verdict" in reading) verdicts.push(reading.verdict)
    else problems.push(`record ${index + 1}: ${reading.problems.join("; ")}`)
  }
  if (problems.length === 0) return verdicts
  const more = problems.length > MAX_TOLD ? [`and ${problems.length - MAX_TOLD} more`] : []
  throw new LedgerError("verdict_invalid", [...problems.slice(0, MAX_TOLD), ...more].join("\n"))
}

function readForLedger(value: unknown, lenses: readonly string[] | "any") {
  const reading = readLensVerdict(value, { lenses })
  if ("problems" in reading) return reading
  const { lens, verifier, subject, brief_sha256, ...texts } = reading.verdict
  const redacted = withoutSecrets(texts) as object
  // Checked again: without its secrets it may be too short, or too long.
  return readLensVerdict({ ...redacted, lens, verifier, subject, brief_sha256 }, { lenses })
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string") return redactSecrets(value)
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutSecrets(member)]))
}
