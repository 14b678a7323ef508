import type { BrokenImplementation } from "../broken_implementation.ts"
import { shifted } from "../parts/loop_options.ts"
import { ignoring, knobs, reading } from "../parts/loop_ports.ts"

export const budgets: readonly BrokenImplementation[] = [
  reading(
    "one_turn_more",
    "A run has one turn more than its limit.",
    ["loop.budget.turns", "loop.mandate.limit", "loop.wrapup"],
    shifted("max_iterations", 1),
  ),
  reading(
    "one_turn_less",
    "A run has one turn less than its limit.",
    ["loop.budget.turns"],
    shifted("max_iterations", -1),
  ),
  ignoring(
    "token_budget_ignored",
    "token_budget is never read.",
    ["loop.budget.spent", "loop.wrapup"],
    "token_budget",
  ),
  ignoring("cost_budget_ignored", "total_cost_usd is never read.", ["loop.budget.spent"], "total_cost_usd"),
  ignoring("wall_clock_ignored", "wall_clock_ms is never read.", ["loop.budget.spent"], "wall_clock_ms"),
  reading(
    "budget_ends_early",
    "A budget ends a run a tenth before it is spent.",
    ["loop.budget.spent"],
    (options) =>
      options.token_budget === undefined
        ? options
        : { ...options, token_budget: Math.ceil(options.token_budget * 0.9) },
  ),
  reading(
    "adaptive_is_fixed",
    "An adaptive budget is never extended.",
    ["loop.budget.adaptive", "loop.budget.loop-control"],
    ({ iteration_budget, ...options }) => ({
      ...options,
      max_iterations:
        typeof iteration_budget === "object"
          ? (iteration_budget.initial ?? 1)
          : (options.max_iterations ?? 50),
    }),
  ),
  knobs(
    "extension_is_never_denied",
    "An adaptive budget is extended although nothing moves.",
    ["loop.budget.adaptive"],
    () => ({ no_net_progress_extend_guard: false }),
  ),
  ignoring(
    "loop_control_is_not_asked",
    "loop_control is never asked.",
    ["loop.budget.loop-control"],
    "loop_control",
  ),
  reading(
    "throwing_loop_control_stops",
    "A loop_control that throws ends the run.",
    ["loop.budget.loop-control"],
    (options) => {
      const control = options.loop_control
      if (control === undefined) return options
      return {
        ...options,
        loop_control: async (payload) => {
          try {
            return await control(payload)
          } catch {
            return { action: "stop" }
          }
        },
      }
    },
  ),
]
