import type { ChangeSet } from "@proofloop/foundation/git"
import { psiLite } from "../critics/psi/psi_lite.ts"
import type { CriticResult } from "../critics/run_critics.ts"
import type { RepositoryFacts } from "../repository/facts.ts"
import type { Tell } from "./event.ts"

/** The score of a change that came as far as a Ψ gate; always with the default weights. */
export async function tellPsi(
  verdicts: readonly CriticResult[],
  change: ChangeSet,
  facts: RepositoryFacts,
  tell: Tell,
): Promise<void> {
  if (!verdicts.some(({ critic }) => critic.id === "psi-lite" || critic.id === "psi-full")) return
  const { psi, weakest_file } = await psiLite(change, facts)
  tell({ type: "psi_lite.scored", psi, weakest_file })
}
