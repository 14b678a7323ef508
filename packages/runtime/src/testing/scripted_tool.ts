import { setTimeout as wait } from "node:timers/promises"
import { InvalidOptionError, nearestName } from "../errors/invalid_option.ts"
import type { Clock } from "../protocol/clock.ts"
import type { Tool, ToolContext } from "../protocol/executable_tool.ts"
import type { JsonObject } from "../protocol/json.ts"
import type { DeclaredAnnotations, ToolAnnotations } from "../protocol/tool.ts"

export interface ScriptedToolOptions extends ToolAnnotations {
  readonly name: string
  /** Default `scripted tool <name>`. */
  readonly description?: string | undefined
  /** Default: any object. */
  readonly input_schema?: Tool["input_schema"] | undefined
  /** For annotations that depend on the arguments; wins over the ones beside it. */
  readonly annotations?: DeclaredAnnotations | undefined
  /**
   * What the calls return, one a call, or a function of the arguments and the 1-based call; whatever `Tool.execute` may
   * return. `{ throws: "text" }` throws an error.
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
    readonly iteration: number
    readonly arguments: JsonObject
  }>
}

/** A tool that follows a script and remembers its calls; throws `InvalidOptionError` for a bad option. */
export function scriptedTool(options: ScriptedToolOptions): ScriptedTool {
  check(options)
  const { name, description, input_schema, delay_ms = 0, clock } = options
  const calls: Array<ScriptedTool["calls"][number]> = []
  return {
    name,
    description: description ?? `scripted tool ${name}`,
    input_schema: input_schema ?? { type: "object" },
    annotations: options.annotations ?? annotationsOf(options),
    calls,
    async execute(call_arguments, context) {
      calls.push({ call_id: context.call_id, iteration: context.iteration, arguments: call_arguments })
      const call = calls.length
      if (delay_ms > 0)
        await (clock ? clock.sleep(delay_ms, context.signal) : realSleep(delay_ms, context.signal))
      const result =
        typeof options.results === "function"
          ? await options.results(call_arguments, call, context)
          : listed(options, call)
      if (isFailure(result)) throw new Error(result.throws)
      return result
    },
  }
}

const option_names = [
  "name",
  "description",
  "input_schema",
  "annotations",
  "results",
  "when_exhausted",
  "delay_ms",
  "clock",
  "kind",
  "mutates",
  "evidence_role",
  "check_id",
  "soft",
  "read_only",
  "idempotent",
] as const satisfies ReadonlyArray<keyof ScriptedToolOptions>

function check(options: ScriptedToolOptions): void {
  const unknown = Object.keys(options).find((key) => !option_names.some((known) => known === key))
  if (unknown !== undefined) {
    const did_you_mean = nearestName(unknown, option_names)
    const expected = `one of the options ${option_names.join(", ")}`
    throw new InvalidOptionError({ option: `scriptedTool.${unknown}`, expected, got: unknown, did_you_mean })
  }
  if (typeof options.name !== "string" || options.name === "") {
    throw new InvalidOptionError({ option: "scriptedTool.name", expected: "a name", got: options.name })
  }
  if (typeof options.results !== "function" && !Array.isArray(options.results)) {
    const expected = "a list of results or a function that returns one"
    throw new InvalidOptionError({ option: "scriptedTool.results", expected, got: options.results })
  }
}

function annotationsOf({
  kind,
  mutates,
  evidence_role,
  check_id,
  soft,
  read_only,
  idempotent,
}: ToolAnnotations): ToolAnnotations {
  return { kind, mutates, evidence_role, check_id, soft, read_only, idempotent }
}

function listed({ name, results, when_exhausted = "error" }: ScriptedToolOptions, call: number): unknown {
  const had = results.length
  if (typeof results === "function") return undefined
  if (call <= had) return results[call - 1]
  if (when_exhausted === "repeat_last" && had > 0) return results.at(-1)
  throw new Error(
    `scripted tool ${name} had ${had === 1 ? "1 result" : `${had} results`} and was called for the ${call}th time`,
  )
}

function isFailure(result: unknown): result is { readonly throws: string } {
  return (
    typeof result === "object" && result !== null && "throws" in result && typeof result.throws === "string"
  )
}

async function realSleep(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal })
}
