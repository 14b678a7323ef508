import { InvalidOptionError, nearestName } from "@proofloop/foundation/errors"
import type { JsonObject } from "@proofloop/foundation/text"
import type {
  PlannedCall,
  StandardSchema,
  Tool,
  ToolContext,
  ToolInputSchema,
} from "../protocol/executable_tool.ts"
import { checkTool } from "./check_tool.ts"
import { failedResult } from "./failed_result.ts"

/** What `run` gets: the output of a Standard Schema, any JSON object behind a JSON Schema. */
export type ToolArguments<Schema extends ToolInputSchema> = Schema extends StandardSchema
  ? NonNullable<Schema["~standard"]["types"]> extends { readonly output: infer Output }
    ? Output
    : JsonObject
  : JsonObject

export interface ToolDescription<Schema extends ToolInputSchema> extends Pick<
  Tool,
  "name" | "description" | "json_schema" | "annotations" | "workspace_root"
> {
  /** Checks what the model sends and tells it what to send: a Standard Schema (zod 4, ArkType, ...) or JSON Schema. */
  readonly input: Schema
  /** Asked before and after a call: two different digests mean that it wrote. Default: none. */
  readonly content_digest?: ((args: ToolArguments<Schema>) => Promise<string | null>) | undefined
  /** What a call would write, asked before it when the run keeps a journal; null when it cannot say. Default: none. */
  readonly plan_writes?: ((args: ToolArguments<Schema>) => Promise<PlannedCall | null>) | undefined
  /**
   * Does the work. A string is an ok result, `{ ok, ... }` or `{ exit_code, ... }` a `ToolResult`, any other JSON the
   * `result` of an ok one. A throw is an error result. It settles soon after `context.signal` aborts.
   */
  run(this: void, args: ToolArguments<Schema>, context: ToolContext): unknown
}

/**
 * A tool whose `run` gets the arguments its schema describes. What the schema refuses never reaches `run`: the model reads
 * which field is wrong. Throws InvalidOptionError for a field that is missing, unknown or of another kind.
 * @example
 * const weather = defineTool({
 *   name: "weather",
 *   description: "Weather of a city",
 *   input: z.object({ city: z.string() }),
 *   run: ({ city }) => forecast(city),
 * })
 */
export function defineTool<const Schema extends ToolInputSchema>(description: ToolDescription<Schema>): Tool {
  checkNames(description)
  const { input, run, content_digest, plan_writes, ...rest } = description
  const tool: Tool = {
    ...rest,
    input_schema: input,
    // The loop checks the arguments before it calls any of these.
    ...(content_digest === undefined
      ? {}
      : { content_digest: (args) => content_digest(args as ToolArguments<Schema>) }),
    ...(plan_writes === undefined
      ? {}
      : { plan_writes: (args) => plan_writes(args as ToolArguments<Schema>) }),
    async execute(args, context) {
      try {
        return await run(args as ToolArguments<Schema>, context)
      } catch (error) {
        return failedResult(error)
      }
    },
  }
  checkTool(tool, "defineTool", "input")
  return tool
}

const NAMES = [
  "name",
  "description",
  "input",
  "json_schema",
  "annotations",
  "workspace_root",
  "content_digest",
  "plan_writes",
  "run",
]

function checkNames(description: unknown): asserts description is object {
  const refuse = (option: string, expected: string, got: unknown, did_you_mean: string | null = null) => {
    throw new InvalidOptionError({ option, expected, got, did_you_mean })
  }
  if (typeof description !== "object" || description === null) {
    refuse("defineTool", "an object with name, description, input and run", description)
    return
  }
  for (const name of Object.keys(description)) {
    if (NAMES.includes(name)) continue
    const near = OTHER_NAMES.get(name) ?? nearestName(name, NAMES)
    refuse(`defineTool.${name}`, `one of the fields ${NAMES.join(", ")}`, name, near)
  }
  const run: unknown = Reflect.get(description, "run")
  if (typeof run !== "function") refuse("defineTool.run", "a function (args, context) => result", run)
}

/** What other libraries call the same field. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["execute", "run"],
  ["handler", "run"],
  ["input_schema", "input"],
  ["inputSchema", "input"],
  ["parameters", "input"],
  ["schema", "input"],
])
