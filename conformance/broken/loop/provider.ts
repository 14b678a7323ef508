import { type AgentLoopOptions, type Model, ModelError, type RunResult } from "@proofloop/runtime"
import { isModelError } from "@proofloop/runtime/internal"
import type { BrokenImplementation } from "../broken_implementation.ts"
import { resulting } from "../parts/define.ts"
import { ignoring, reading } from "../parts/loop_ports.ts"

export const provider: readonly BrokenImplementation[] = [
  reading("A transport failure ends the run at once.", ["loop.provider.retry"], (options) => ({
    ...options,
    transport_retry: { max_attempts: 1 },
  })),
  reading("A model call is tried once more than max_attempts.", ["loop.provider.retry"], (options) => ({
    ...options,
    transport_retry: {
      ...options.transport_retry,
      max_attempts: (options.transport_retry?.max_attempts ?? 3) + 1,
    },
  })),
  reading(
    "Every failure of a model call is taken for one of transport.",
    ["loop.provider.retry"],
    (options) => {
      const model = options.model as Model
      const ask: unknown = async (...given: readonly [never, never]) => {
        try {
          return await model(...given)
        } catch (error) {
          throw isModelError(error) ? new ModelError(error.message, { kind: "transient" }) : error
        }
      }
      return { ...options, model: ask as AgentLoopOptions["model"] }
    },
  ),
  ignoring("consecutive_failures", ["loop.provider.breaker", "loop.provider.no-stall"]),
  reading(
    "The breaker opens one failure early.",
    ["loop.provider.breaker", "loop.provider.no-stall"],
    (options) =>
      options.consecutive_failures === undefined
        ? options
        : {
            ...options,
            consecutive_failures: {
              ...options.consecutive_failures,
              max: Math.max(1, options.consecutive_failures.max - 1),
            },
          },
  ),
  resulting("Failed model calls are reported as a stall.", ["loop.provider.no-stall"], (result, events) => ({
    ...result,
    ...(result.stall_warnings === undefined
      ? {}
      : {
          stall_warnings:
            events.filter((event) => event.type === "model_call_end" && !event.ok).length > 1
              ? [{} as NonNullable<RunResult["stall_warnings"]>[number]]
              : result.stall_warnings,
        }),
  })),
]
