import * as z from "zod"
import { ModelError } from "../../errors/model_error.ts"
import { parseOptions } from "../option_schema.ts"
import { stepSchema, type ScriptedStep } from "./step.ts"

/** A list of steps, one a turn, or a function of the request and the 1-based turn. */
export type Script<Request> =
  | readonly ScriptedStep[]
  | ((request: Request, turn: number) => ScriptedStep | Promise<ScriptedStep>)

/** What happens after the last step of a list: that step again, an empty reply that stops, or a failure. */
export type WhenExhausted = "repeat_last" | "stop" | "error"

export const whenExhaustedSchema = z
  .enum(["repeat_last", "stop", "error"], { error: "one of repeat_last, stop, error" })
  .optional()

/**
 * Looks up the step of a turn. A list is checked now, a function's steps when they come; both throw
 * `InvalidOptionError` under the name `owner`. With "error", a turn beyond the end of a list throws a `ModelError` of
 * kind invalid_request.
 */
export function createStepSource<Request>(
  owner: string,
  script: Script<Request>,
  when_exhausted: WhenExhausted = "error",
): (request: Request, turn: number) => Promise<ScriptedStep> {
  if (typeof script === "function") {
    return async (request, turn) => parseOptions(`${owner}.script`, stepSchema, await script(request, turn))
  }
  const steps = parseOptions(`${owner}.script`, scriptSchema, script)
  return async (_request, turn) => steps[turn - 1] ?? beyondEnd(steps, turn, when_exhausted)
}

const scriptSchema = z.array(stepSchema, { error: "a list of steps or a function that returns one" })

function beyondEnd(
  steps: readonly ScriptedStep[],
  turn: number,
  when_exhausted: WhenExhausted,
): ScriptedStep {
  const last = steps.at(-1)
  if (when_exhausted === "stop") return {}
  if (when_exhausted === "repeat_last" && last) return last
  const had = steps.length === 1 ? "1 step" : `${steps.length} steps`
  throw new ModelError(`the script had ${had} and was asked for turn ${turn}`, { kind: "invalid_request" })
}
