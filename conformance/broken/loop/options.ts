import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { type AgentLoopOptions, createAgentLoop } from "@proofloop/runtime"
import { parseStallConfig } from "@proofloop/runtime/detector"
import type { BrokenImplementation } from "../broken_implementation.ts"
import { reading } from "../parts/loop_ports.ts"

export const loopOptions: readonly BrokenImplementation[] = [
  reading(
    "Options of a loop that do not exist are ignored.",
    ["loop.options"],
    (options) =>
      Object.fromEntries(
        Object.entries(options).filter(([name]) => isKnown(name)),
      ) as unknown as AgentLoopOptions,
  ),
  reading("Knobs that are not valid stand for the defaults.", ["loop.options"], (options) => {
    try {
      parseStallConfig(options.stall_diagnostics)
      return options
    } catch {
      return { ...options, stall_diagnostics: {} }
    }
  }),
  reading("An option that is not valid stands for its default.", ["loop.options"], (options) => {
    const { max_iterations, iteration_budget, ...rest } = options
    const good = max_iterations === undefined || (Number.isInteger(max_iterations) && max_iterations >= 1)
    return {
      ...rest,
      ...(good ? { max_iterations } : {}),
      ...(iteration_budget === undefined ? {} : { iteration_budget }),
    }
  }),
  reading("An initial budget above the maximum is the maximum.", ["loop.options"], (options) => {
    const { iteration_budget } = options
    if (typeof iteration_budget !== "object") return options
    const { initial = 1, max = initial } = iteration_budget
    return { ...options, iteration_budget: { ...iteration_budget, initial: Math.min(initial, max) } }
  }),
]

/** The loop answers a name that it does not know with the names that it does. */
function isKnown(name: string): boolean {
  try {
    createAgentLoop({ [name]: undefined } as unknown as AgentLoopOptions)
    return true
  } catch (error) {
    return !(isInvalidOptionError(error) && error.expected.startsWith("one of "))
  }
}
