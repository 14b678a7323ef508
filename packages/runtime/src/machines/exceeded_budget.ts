import type { StopReason } from "../protocol/result.ts"
import type { RunState } from "./run_state.ts"
import type { RunSettings } from "./settings.ts"

/** The first budget apart from iterations that is used up or just reached. @requirement loop.budget.spent */
export function exceededBudget(run: RunState, settings: RunSettings): StopReason | null {
  const { budgets } = run
  const { token_budget, total_cost_usd, wall_clock_ms } = settings
  if (wall_clock_ms !== null && budgets.elapsed_ms >= wall_clock_ms) return "wall_clock"
  if (total_cost_usd !== null && budgets.cost_usd >= total_cost_usd) return "total_cost"
  if (token_budget !== null && budgets.input_tokens + budgets.output_tokens >= token_budget)
    return "token_budget"
  return null
}
