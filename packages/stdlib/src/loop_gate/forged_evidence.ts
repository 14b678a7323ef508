import type { ExamineProof, ProofRemark } from "@proofloop/runtime/internal"
import { findingsOf } from "../critics/findings.ts"
import { runCritics } from "../critics/run_critics.ts"
import { type CriticSwitches, resolveCritics } from "../critics/select.ts"
import type { CriticVerdict } from "../critics/verdict.ts"
import { workTreeFacts } from "../repository/work_tree_facts.ts"

export interface ForgedEvidenceOptions {
  /** Whether a finding makes the run not verified. Default false: it is only told. */
  readonly refuse?: boolean | undefined
  /** Switches and options of the critics `forged-...` by id, over their defaults in the gate. */
  readonly critics?: CriticSwitches | undefined
  /** Default: process.env. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

/**
 * For `examine_proof` of `createAgentLoop`: the critics of forged evidence look at everything the run changed, and
 * `proof.remarks` holds their findings. Throws InvalidOptionError for bad options.
 * @requirement proof.remarks
 */
export function forgedEvidence({
  refuse = false,
  critics: switches = {},
  env = process.env,
}: ForgedEvidenceOptions = {}): ExamineProof {
  const critics = resolveCritics({ phase: "gate", critics: switches, env }).filter(({ critic }) =>
    critic.id.startsWith("forged-"),
  )
  return async ({ root, change }, { signal }) => {
    const results = await runCritics(critics, change, workTreeFacts(root, change), { signal })
    const found = findingsOf(results).map(({ critic, path, line, message }): ProofRemark => ({
      status: refuse ? "refused" : "told",
      source: critic,
      message,
      path,
      ...(line === undefined ? {} : { line }),
    }))
    const unable = results.flatMap(({ critic, verdict }): readonly ProofRemark[] => {
      const reason = reasonUnable(verdict)
      return reason === undefined ? [] : [{ status: "unable", source: critic.id, message: reason }]
    })
    return [...found, ...unable]
  }
}

/** Why a critic could not look, or not at everything. */
function reasonUnable(verdict: CriticVerdict): string | undefined {
  if (verdict.status === "unable") return verdict.reason
  return verdict.status === "fail" ? verdict.unable : undefined
}
