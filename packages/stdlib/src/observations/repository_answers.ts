import { realpath, stat } from "node:fs/promises"
import { resolve } from "node:path"
import { isInside } from "@proofloop/foundation/files"
import { changeSet } from "@proofloop/foundation/git"
import type { Fingerprint } from "../repository/fingerprint.ts"
import { workTreeFacts } from "../repository/work_tree_facts.ts"
import type { ObservationLedger } from "./ledger.ts"
import { type Outcome, OUTCOMES } from "./observation.ts"
import { HttpRefusal } from "./server_request.ts"

export interface RepositoryContext {
  readonly target: string
  readonly files: number
  readonly fingerprint: Fingerprint | null
  /** How the last week's subtasks ended, of one repository or of all; at most 1000. */
  readonly recent: Readonly<Record<Outcome, number>>
}

/** Answers about the repositories below `root`. Refuses a target elsewhere, links followed, with HttpRefusal. */
export function repositoryAnswers(root: string, ledger: ObservationLedger) {
  const factsOf = async (target: string) => workTreeFacts(await confined(root, target), changeSet([]))
  return {
    fingerprint: async (target: string): Promise<Fingerprint | null> => (await factsOf(target)).fingerprint(),
    async context(target: string, repository: string | undefined): Promise<RepositoryContext> {
      const facts = await factsOf(target)
      const { observations } = await ledger.query({ since: "7d", limit: 1000, repository })
      const ended = (wanted: Outcome) => observations.filter(({ outcome }) => outcome === wanted).length
      return {
        target,
        files: (await facts.paths()).length,
        fingerprint: await facts.fingerprint(),
        recent: Object.fromEntries(OUTCOMES.map((one) => [one, ended(one)])) as Record<Outcome, number>,
      }
    },
  }
}

async function confined(root: string, target: string): Promise<string> {
  const real_root = await realpath(root)
  const real = await realpath(resolve(real_root, target)).catch(() => null)
  // One answer for "outside" and "missing", so that the reply does not reveal what lies outside.
  if (real === null || !isInside(real_root, real) || !(await stat(real)).isDirectory()) {
    throw new HttpRefusal(404, "no such folder below the root of this server")
  }
  return real
}
