import { type ChangeSet, lenientText } from "@proofloop/foundation/git"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { isScriptConfig } from "../grounding/config_files.ts"
import { canGround } from "../grounding/grounded_frameworks.ts"
import { packageScope } from "../grounding/package_scope.ts"
import { gamma } from "./gamma.ts"
import { omega, rounded } from "./omega.ts"

export interface PsiWeights {
  /** Of Γ. Default: 1. */
  readonly alpha?: number
  /** Of Ω. Default: 1. */
  readonly lambda?: number
}

/** How a change scores, file by file; the field names are gitoma's. */
export interface PsiBreakdown {
  /** The lowest Ψ of a file; 1 when no touched file can be read. */
  readonly psi: number
  /** "" when no touched file can be read. */
  readonly weakest_file: string
  /** The two terms of each file, by its path. */
  readonly per_file: Readonly<
    Record<
      string,
      {
        /** Γ: the share of its references that is grounded, from 0 to 1. */
        readonly gamma: number
        /** Ω: how much slop it has, from 0 to 1. */
        readonly omega: number
      }
    >
  >
  /** Ψ of each file, by its path. */
  readonly psi_per_file: Readonly<Record<string, number>>
  /** The weight of Γ. */
  readonly alpha: number
  /** The weight of Ω. */
  readonly lambda: number
}

/** Ψ-lite: α·Γ − λ·Ω of each file a change leaves behind, and the minimum of them. @requirement critics.psi-lite */
export async function psiLite(
  change: ChangeSet,
  facts: RepositoryFacts,
  { alpha = 1, lambda = 1 }: PsiWeights = {},
): Promise<PsiBreakdown> {
  const scores = await Promise.all(
    change.files.map(async ({ path, after }) => {
      const text = lenientText(after)
      if (text === null) return []
      const parts = { gamma: rounded(await groundedShare(path, text, facts)), omega: omega(path, text) }
      return [{ path, parts, psi: rounded(alpha * parts.gamma - lambda * parts.omega) }]
    }),
  )
  const files = scores.flat()
  const [weakest] = files.toSorted((left, right) => left.psi - right.psi)
  return {
    psi: weakest?.psi ?? 1,
    weakest_file: weakest?.path ?? "",
    per_file: Object.fromEntries(files.map(({ path, parts }) => [path, parts])),
    psi_per_file: Object.fromEntries(files.map(({ path, psi }) => [path, psi])),
    alpha,
    lambda,
  }
}

/** Γ of a file; a config may also load what its own package.json and the workspace have, as in G12. */
async function groundedShare(path: string, text: string, facts: RepositoryFacts): Promise<number> {
  const fingerprint = await facts.fingerprint()
  if (!canGround(fingerprint) || !isScriptConfig(path)) return gamma(path, text, fingerprint)
  return gamma(path, text, fingerprint, (await packageScope(facts, fingerprint, path))?.declared)
}
