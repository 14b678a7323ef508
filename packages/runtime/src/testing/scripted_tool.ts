import { systemClock, type Clock } from "@proofloop/foundation/process"
import type { JsonObject } from "@proofloop/foundation/text"
import * as z from "zod"
import { parseOptions } from "../models/option_schema.ts"
import type { Tool, ToolContext } from "../protocol/executable_tool.ts"
import type { DeclaredAnnotations, ToolAnnotations } from "../protocol/tool.ts"
import { annotationShapes, checkAnnotations } from "../stall/annotations.ts"

export interface ScriptedToolOptions extends ToolAnnotations {
  readonly name: string
  /** Default `scripted tool <name>`. */
  readonly description?: string | undefined
  /** Default: any object. */
  readonly input_schema?: Tool["input_schema"] | undefined
  /** For annotations that depend on the arguments; wins over the ones beside it. */
  readonly annotations?: DeclaredAnnotations | undefined
  /**
   * The results of the calls, one a call, or a function of the arguments and the 1-based call. A result is anything
   * `Tool.execute` may return; `{ throws: "text" }` alone throws an error.
   */
  readonly results:
    | readonly unknown[]
    | ((call_arguments: JsonObject, call: number, context: ToolContext) => unknown)
  /** What a list that has run out does. Default "error": the call throws and says how many results there were. */
  readonly when_exhausted?: "repeat_last" | "error" | undefined
  /** Wait before each result, in milliseconds. Default 0. */
  readonly delay_ms?: number | undefined
  /** Serves `delay_ms`. Default: real time. */
  readonly clock?: Pick<Clock, "sleep"> | undefined
}

export interface ScriptedTool extends Tool {
  /** Every call so far, in order. */
  readonly calls: ReadonlyArray<{
    readonly call_id: string
    /** The turn of the call, counted from 1. */
    readonly iteration: number
    readonly arguments: JsonObject
  }>
}

/** A tool that follows a script and remembers its calls; throws `InvalidOptionError` for a bad option. */
export function scriptedTool(options: ScriptedToolOptions): ScriptedTool {
  parseOptions("scriptedTool", optionsSchema, options)
  const { name, description, input_schema, delay_ms = 0, clock = systemClock } = options
  const beside = Object.fromEntries(Object.entries(options).filter(([option]) => option in annotationShapes))
  checkAnnotations("scriptedTool", beside)
  checkAnnotations("scriptedTool.annotations", options.annotations)
  const calls: Array<ScriptedTool["calls"][number]> = []
  return {
    name,
    description: description ?? `scripted tool ${name}`,
    input_schema: input_schema ?? { type: "object" },
    annotations: options.annotations ?? beside,
    calls,
    async execute(call_arguments, context) {
      calls.push({ call_id: context.call_id, iteration: context.iteration, arguments: call_arguments })
      const call = calls.length
      if (delay_ms > 0) await clock.sleep(delay_ms, context.signal)
      const { results } = options
      const scripted = typeof results === "function"
      const result = scripted ? await results(call_arguments, call, context) : listed(options, results, call)
      if (isFailure(result)) throw new Error(result.throws)
      return result
    },
  }
}

const anything = z.unknown().optional()
const NAME = { error: "a name" }
const DELAY = { error: "a number of milliseconds, 0 or more" }

const optionsSchema = z.strictObject(
  {
    name: z.string(NAME).min(1, NAME),
    description: z.string({ error: "a text" }).optional(),
    input_schema: anything,
    annotations: anything,
    results: z.custom((value) => typeof value === "function" || Array.isArray(value), {
      error: "a list of results or a function that returns one",
    }),
    when_exhausted: z.enum(["repeat_last", "error"], { error: "one of repeat_last, error" }).optional(),
    delay_ms: z.number(DELAY).min(0, DELAY).optional(),
    clock: anything,
    ...Object.fromEntries(Object.keys(annotationShapes).map((option) => [option, anything])),
  },
  { error: "an object of options" },
)

function listed(
  { name, when_exhausted = "error" }: ScriptedToolOptions,
  results: readonly unknown[],
  call: number,
): unknown {
  if (call <= results.length) return results[call - 1]
  if (when_exhausted === "repeat_last" && results.length > 0) return results.at(-1)
  const had = results.length === 1 ? "1 result" : `${results.length} results`
  throw new Error(`scripted tool ${name} had ${had} and was called ${call === 1 ? "once" : `${call} times`}`)
}

/** `{ throws }` and nothing else; a tool result may have any field. */
function isFailure(result: unknown): result is { readonly throws: string } {
  if (typeof result !== "object" || result === null || Object.keys(result).length !== 1) return false
  return "throws" in result && typeof result.throws === "string"
}
