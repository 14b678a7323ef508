import { canonicalJson, keyDigest, memberKey, sha256Hex } from "@proofloop/foundation/text"
import type { ToolResult } from "../protocol/tool.ts"
import type { Diagnosis } from "./diagnose.ts"
import { type NormaliseOptions, readDiagnostic } from "./normalise.ts"
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

/** Reduces a diagnosis to what is kept and compared. @requirement evidence.delta.count, evidence.noise.order */
export function signatureOf(
  diagnosis: Pick<Diagnosis, "diagnostics" | "count">,
  options: NormaliseOptions,
): EvidenceSignature {
  const texts = new Set<string>()
  const names = new Set<string>()
  let all_named = diagnosis.diagnostics.length > 0
  for (const diagnostic of diagnosis.diagnostics) {
    const { text, name } = readDiagnostic(diagnostic, options)
    if (text === "") continue
    texts.add(text)
    if (name === null) all_named = false
    else names.add(name)
  }
  const signatures = [...texts].sort()
  return {
    signature: `err:${sha256Hex(canonicalJson({ count: diagnosis.count, signatures }))}`,
    count: diagnosis.count,
    identities: smallestDigests(signatures),
    strong_identities: all_named ? smallestDigests([...names]) : null,
  }
}

/** The key of an ok result: "ok:" and the SHA-256 of its content as it is. @requirement actions.pairing.ok-output-raw */
export function okSignature(result: ToolResult): string {
  return `ok:${sha256Hex(canonicalJson(okContent(result)))}`
}

/** The smallest keys are as good a sample as any, and the same one for the same set. */
function smallestDigests(members: readonly string[]): readonly string[] {
  const keys = new Float64Array(members.length)
  for (let index = 0; index < members.length; index += 1) keys[index] = memberKey(members[index] ?? "")
  keys.sort()
  const unique: string[] = []
  for (let index = 0; index < keys.length && unique.length < MAX_IDENTITIES; index += 1) {
    const key = keys[index] ?? 0
    if (key !== keys[index - 1]) unique.push(keyDigest(key))
  }
  return unique
}
