import { type ChangeSet, changeSet } from "@proofloop/foundation/git"
import { type CriticResult, type FailedResult, runCritics } from "../critics/run_critics.ts"
import type { SelectedCritic } from "../critics/select.ts"
import { overlayFacts } from "../repository/overlay_facts.ts"
import { workTreeFacts } from "../repository/work_tree_facts.ts"

export interface JudgedEdit {
  readonly root: string
  readonly critics: readonly SelectedCritic[]
  readonly change: ChangeSet
  readonly signal: AbortSignal
}

/** A file that failed the same critic before may be repaired step by step, so only a new failure rejects an edit. */
export async function firstNewFailure({
  root,
  critics,
  change,
  signal,
}: JudgedEdit): Promise<FailedResult | null> {
  const written = { files: change.files.filter(({ after }) => after !== null) }
  if (written.files.length === 0) return null
  const failed = failures(await runCritics(critics, written, workTreeFacts(root, written), { signal }))
  if (failed.length === 0) return null
  const as_it_was = changeSet(change.files.map(({ path, before }) => ({ path, after: before })))
  const selected = critics.filter(({ critic }) => failed.some((one) => one.critic.id === critic.id))
  const facts = overlayFacts(workTreeFacts(root, written), as_it_was)
  const before = failures(await runCritics(selected, as_it_was, facts, { signal }))
  for (const result of failed) {
    const known = before.find(({ critic }) => critic.id === result.critic.id)?.verdict.violations ?? []
    const violations = result.verdict.violations.filter(({ path }) => known.every((one) => one.path !== path))
    if (violations.length > 0) return { ...result, verdict: { status: "fail", violations } }
  }
  return null
}

function failures(results: readonly CriticResult[]): readonly FailedResult[] {
  return results.filter((result): result is FailedResult => result.verdict.status === "fail")
}
