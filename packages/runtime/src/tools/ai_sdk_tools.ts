import { InvalidOptionError } from "@proofloop/foundation/errors"
import { isRecord, type JsonObject } from "@proofloop/foundation/text"
import * as z from "zod"
import type { StandardSchema, Tool, ToolContext, ToolInputSchema } from "../protocol/executable_tool.ts"
import type { ToolResult } from "../protocol/tool.ts"
import { isMcpCallResult, readMcpResult } from "./call_tool_result.ts"
import { checkOf, standardOf } from "./tool_input.ts"

/** A tool of the AI SDK (ai 5, 6 and 7), as `tool()`, `dynamicTool()` and its MCP client make it. */
export interface AiSdkTool {
  /** What it does, for the model. Default: nothing. */
  readonly description?: string | ((...args: never) => unknown) | undefined
  /** Shape of the arguments: zod, another Standard Schema, or `jsonSchema(...)`. */
  readonly inputSchema: unknown
  /** Runs one call. A tool without it is refused. */
  readonly execute?: ((input: never, options: never) => unknown) | undefined
}

/** Tools of the AI SDK by name, as `generateText({ tools })` takes them. */
export interface AiSdkToolSet {
  readonly [name: string]: AiSdkTool
}

/**
 * An AI SDK tool under its name. Throws InvalidOptionError under the name `option` for a tool that a loop cannot run:
 * one without `execute`, run by the provider, or always in need of approval.
 */
export function readAiSdkTool(name: string, given: object, option: string): Tool {
  const refuse = (field: string, expected: string, got: unknown): never => {
    throw new InvalidOptionError({ option: `${option}.${field}`, expected, got })
  }
  const { description, inputSchema, execute, type, needsApproval }: Readonly<Record<string, unknown>> = {
    ...given,
  }
  if (typeof type === "string" && type.startsWith("provider")) {
    refuse("type", "a tool that runs here: the loop cannot have a provider run one", type)
  }
  if (typeof execute !== "function") {
    refuse("execute", "a function: the loop runs the tool itself", execute)
  }
  if (needsApproval === true) {
    refuse("needsApproval", "a tool that may run without approval: in a run nobody is asked", needsApproval)
  }
  return {
    name,
    description: typeof description === "string" ? description : "",
    ...schemaOf(inputSchema, `${option}.inputSchema`),
    async execute(call_arguments, context) {
      const options = {
        toolCallId: context.call_id,
        messages: [],
        abortSignal: context.signal,
        experimental_context: undefined,
        context: undefined,
      }
      if (typeof needsApproval === "function" && (await needsApproval(call_arguments, options)) !== false) {
        return REFUSED
      }
      const output = await lastOutput(
        Reflect.apply(execute as Execute, given, [call_arguments, options]),
        context,
      )
      return isMcpCallResult(output) ? readMcpResult(output) : output
    },
  }
}

type Execute = (...args: readonly unknown[]) => unknown

const REFUSED: ToolResult = {
  ok: false,
  status: "refused",
  error: "This call needs a person's approval, and nobody can be asked here.",
  mutation_status: "unchanged",
}

/** What a tool returns, or the last of what it yields. */
async function lastOutput(output: unknown, { signal }: ToolContext): Promise<unknown> {
  const settled = await output
  if (typeof settled !== "object" || settled === null || !(Symbol.asyncIterator in settled)) return settled
  let last: unknown
  for await (const piece of settled as AsyncIterable<unknown>) {
    signal.throwIfAborted()
    last = piece
  }
  return last
}

/** A schema in any form the AI SDK takes: zod, Standard Schema, its own `jsonSchema()`, or a function that makes one. */
function schemaOf(given: unknown, option: string): Pick<Tool, "input_schema" | "json_schema"> {
  const schema =
    typeof given === "function" && standardOf(given) === null ? (given as () => unknown)() : given
  const expected = "a schema as tool() of the AI SDK takes it: zod, a Standard Schema, or jsonSchema({ ... })"
  if (standardOf(schema) !== null) return { input_schema: schema as ToolInputSchema }
  if (!isRecord(schema)) throw new InvalidOptionError({ option, expected, got: schema })
  const json = schema["jsonSchema"]
  if (!isRecord(json) || "then" in json) {
    const expected_json = "a JSON Schema, not a promise of one"
    throw new InvalidOptionError({ option: `${option}.jsonSchema`, expected: expected_json, got: json })
  }
  const { validate } = schema
  return {
    input_schema:
      typeof validate === "function"
        ? validated(schema, validate as Validate)
        : unvalidated(json as JsonObject),
    json_schema: json as JsonObject,
  }
}

type Validate = (value: unknown) => unknown

/** The SDK's `validate` as a Standard Schema. */
function validated(schema: object, validate: Validate): StandardSchema {
  return {
    "~standard": {
      version: 1,
      vendor: "ai",
      async validate(value) {
        const outcome: unknown = await Reflect.apply(validate, schema, [value])
        if (isRecord(outcome) && outcome["success"] === true) return { value: outcome["value"] }
        const error = isRecord(outcome) ? outcome["error"] : undefined
        return { issues: issuesOf(error) }
      },
    },
  }
}

/** The problems in an error of the SDK: those of zod behind it, or its own text. */
function issuesOf(
  error: unknown,
): readonly { readonly message: string; readonly path?: readonly PropertyKey[] }[] {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error
  if (isRecord(cause) && Array.isArray(cause["issues"])) return cause["issues"]
  return [{ message: error instanceof Error ? error.message : "refused by the tool's schema" }]
}

/** A JSON Schema without a check of its own is checked here, where it can be read. */
function unvalidated(json: JsonObject): ToolInputSchema {
  return checkOf(json) === null ? z.looseObject({}) : json
}
