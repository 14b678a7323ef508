import type { BrokenImplementation } from "../broken_implementation.ts"
import { shifted } from "../parts/loop_options.ts"
import { ignoring, knobs, reading } from "../parts/loop_ports.ts"

export const budgets: readonly BrokenImplementation[] = [
  reading(
    "A run has one turn more than its limit.",
    ["loop.budget.turns", "loop.mandate.limit", "loop.wrapup"],
    shifted("max_iterations", 1),
  ),
  reading("A run has one turn less than its limit.", ["loop.budget.turns"], shifted("max_iterations", -1)),
  ignoring("token_budget", ["loop.budget.spent", "loop.wrapup"]),
  ignoring("total_cost_usd", ["loop.budget.spent"]),
  ignoring("wall_clock_ms", ["loop.budget.spent"]),
  reading("A budget ends a run a tenth before it is spent.", ["loop.budget.spent"], (options) =>
    options.token_budget === undefined
      ? options
      : { ...options, token_budget: Math.ceil(options.token_budget * 0.9) },
  ),
  reading(
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
  knobs("An adaptive budget is extended although nothing moves.", ["loop.budget.adaptive"], () => ({
    no_net_progress_extend_guard: false,
  })),
  ignoring("loop_control", ["loop.budget.loop-control"]),
  reading("A loop_control that throws ends the run.", ["loop.budget.loop-control"], (options) => {
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
  }),
]
