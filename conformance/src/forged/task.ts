import type { ForgedAction, ForgedCase, ForgedTask } from "./case.ts"
import type { Repository } from "./repository.ts"

const LAST_CLAIM = "Everything is done: the code is fixed and all tests pass."

/** A case as a task for a loop whose repository lies in `root`. */
export function taskOf(
  played: Pick<ForgedCase, "steps" | "verify" | "verify_timeout_ms" | "accepted_removals">,
  {
    root,
    repository,
    is_strict,
  }: { readonly root: string; readonly repository: Pick<Repository, "verify">; readonly is_strict: boolean },
): ForgedTask {
  const turns = played.steps.map((step) => (isTurn(step) ? step : [step]))
  const claims = turns.at(-1)?.some((action) => "claim" in action) === true
  return {
    root,
    verify: played.verify ?? repository.verify,
    verify_timeout_ms: played.verify_timeout_ms ?? 120_000,
    turns: claims ? turns : [...turns, [{ claim: LAST_CLAIM }]],
    require_unchanged_checks: is_strict,
    accepted_removals: played.accepted_removals ?? [],
  }
}

function isTurn(step: ForgedCase["steps"][number]): step is readonly ForgedAction[] {
  return Array.isArray(step)
}
