import { createHash } from "node:crypto"
import { redactSecrets } from "@proofloop/foundation/text"

/** Identifies a finding after lines have moved: by the text of its line, not its number. */
export interface Fingerprinted {
  readonly critic: string
  readonly rule: string
  readonly path: string
  readonly evidence: string
  /** "" for a finding about the file as a whole. */
  readonly line_text: string
}

/** 16 hex digits; secrets are no part of it. */
export function fingerprintOf({ critic, rule, path, evidence, line_text }: Fingerprinted): string {
  const parts = [critic, rule, path, redactSecrets(evidence), redactSecrets(line_text.trim())]
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16)
}
