import { decided } from "./decide_steps.ts"
import { injectFeedback } from "./messages.ts"
import type { HostAnswer, RunState, TerminalGrant } from "./run_state.ts"
import type { RunSettings, StepFunction } from "./settings.ts"

/** Whether the host may grant turns: once a run, when stuck or out of turns. @requirement loop.terminal-callback */
export function isTerminalDue(
  { ending, budgets, suspend_requested }: RunState,
  settings: RunSettings,
): boolean {
  if (!settings.terminal_callback || budgets.terminal_asked || suspend_requested || ending === null)
    return false
  return (
    ending.status === "stuck" || (ending.status === "budget_exhausted" && isOutOfTurns(ending.stop_reason))
  )
}

function isOutOfTurns(stop_reason: string): boolean {
  return stop_reason === "max_iterations" || stop_reason.endsWith("_terminal_verify_failed")
}

/** The host's grant: the ending is withdrawn, and the run gets that many more turns. */
export const takeTerminal: StepFunction<HostAnswer<TerminalGrant | null>> = (
  before,
  { answer, elapsed_ms },
  settings,
  emit,
) => {
  const { budgets } = before
  const run: RunState = { ...before, budgets: { ...budgets, elapsed_ms, terminal_asked: true } }
  if (answer === null) return run
  const new_limit = Math.max(budgets.limit, budgets.iteration + answer.extend_by)
  const granted = decided(
    { ...run, ending: null },
    { action: "extend", new_limit, reason: "terminal_callback", status: "running" },
    emit,
  )
  const next: RunState = {
    ...granted,
    budgets: {
      ...granted.budgets,
      limit: new_limit,
      // A stuck run that the host lets go on stays unstuck only for the granted turns.
      reprieve_until: budgets.reprieve_until === 0 ? 0 : budgets.iteration + answer.extend_by,
      extensions_used: granted.budgets.extensions_used + 1,
    },
  }
  if (answer.message === "") return next
  return injectFeedback(next, {
    kind: "terminal_callback",
    text: settings.redact(answer.message),
    settings,
    emit,
  })
}
