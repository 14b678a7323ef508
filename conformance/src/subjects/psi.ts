import { changeSet } from "@proofloop/foundation/git"
import { gamma } from "@proofloop/stdlib/critics"
import {
  computeFingerprint,
  type Fingerprint,
  memoryFacts,
  omega,
  psiLite,
  type PsiWeights,
} from "@proofloop/stdlib/internal/critics"
import type { Subject } from "./subject.ts"

interface Input {
  /** The repository the texts are put into. */
  readonly files?: Readonly<Record<string, string>>
  /** Texts to score; null deletes. */
  readonly change: Readonly<Record<string, string | null>>
  /** Default: computed. null: not known. */
  readonly fingerprint?: Fingerprint | null
  readonly weights?: PsiWeights
}

/** Γ and Ω of each text to three decimals, and the Ψ of them together. */
export const psi: Subject = {
  name: "psi",
  async answer(given) {
    const { files = {}, change: texts, weights, ...rest } = given as unknown as Input
    const change = changeSet(Object.entries(texts).map(([path, after]) => ({ path, after })))
    const { fingerprint = await computeFingerprint(memoryFacts(files, change)) } = rest
    const scored = await psiLite(change, memoryFacts(files, change, { fingerprint }), weights)
    const present = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== null)
    return {
      gamma: Object.fromEntries(present.map(([path, text]) => [path, short(gamma(path, text, fingerprint))])),
      omega: Object.fromEntries(present.map(([path, text]) => [path, short(omega(path, text))])),
      psi: short(scored.psi),
      weakest_file: scored.weakest_file,
    }
  },
}

function short(score: number): number {
  return Number(score.toFixed(3))
}
