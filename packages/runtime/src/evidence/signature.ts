import type { ToolResult } from "../protocol/tool.ts"
import { canonicalJson } from "./canonical_json.ts"
import type { Diagnosis } from "./diagnose.ts"
import { memberDigest, sha256Hex } from "./digest.ts"
import { normaliseDiagnostic, type NormaliseOptions } from "./normalise.ts"
import { okContent } from "./outcome.ts"

const MAX_IDENTITIES = 64

export interface EvidenceSignature {
  /** "err:" and the SHA-256 of the sorted, de-duplicated, normalised failures with their count. */
  readonly signature: string
  readonly count: number
  /** Digests of the normalised failures, sorted, unique, at most 64: the set that a delta compares. */
  readonly identities: readonly string[]
  /** Digests by test id or code and path; null unless every failure has one. At most 64. */
  readonly strong_identities: readonly string[] | null
}

/** Reduces a diagnosis to what is kept and compared (repair-loop facts 4.3; architecture section 4). */
export function signatureOf(
  diagnosis: Pick<Diagnosis, "diagnostics" | "count">,
  options: NormaliseOptions,
): EvidenceSignature {
  const texts = new Set<string>()
  const strong = new Set<string>()
  let all_strong = diagnosis.diagnostics.length > 0
  for (const diagnostic of diagnosis.diagnostics) {
    const normal = normaliseDiagnostic(diagnostic, options)
    if (normal.text === "") continue
    texts.add(normal.text)
    if (normal.strong) strong.add(normal.identity)
    else all_strong = false
  }
  const signatures = [...texts].sort()
  return {
    signature: `err:${sha256Hex(canonicalJson({ count: diagnosis.count, signatures }))}`,
    count: diagnosis.count,
    identities: limited(signatures.map(memberDigest)),
    strong_identities: all_strong ? limited([...strong]) : null,
  }
}

/** The key of an ok result: "ok:" and the SHA-256 of its content as it is (repair-loop facts 3.3). */
export function okSignature(result: ToolResult): string {
  return `ok:${sha256Hex(canonicalJson(okContent(result)))}`
}

function limited(digests: readonly string[]): readonly string[] {
  return [...new Set(digests)].sort().slice(0, MAX_IDENTITIES)
}
