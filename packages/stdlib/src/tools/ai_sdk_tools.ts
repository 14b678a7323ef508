import { randomUUID } from "node:crypto"
import { InvalidOptionError } from "@proofloop/foundation/errors"
import { isRecord, type JsonObject } from "@proofloop/foundation/text"
import type { StandardSchema, Tool } from "@proofloop/runtime"

/** As the AI SDK's `tool()` returns it (ai 5, 6 and 7), without a dependency on the SDK. */
export interface AiSdkTool {
  readonly description: string
  /** The SDK's type of `jsonSchema` differs between versions; only the tool's own schema is found there. */
  readonly inputSchema: {
    /** The schema of its arguments, as Standard Schema has it. */
    readonly "~standard": Omit<StandardSchema["~standard"], "jsonSchema">
  }
  /** Runs the tool and resolves to its result; rejects with what a failed result says. */
  execute(
    input: unknown,
    options?: {
      /** Id of the call. Default: a new one. */
      readonly toolCallId?: string
      /** Aborts the call. Default: none. */
      readonly abortSignal?: AbortSignal
    },
  ): Promise<unknown>
}

/** Tools for `generateText({ tools })`; a failed call throws its error. Throws InvalidOptionError without a Standard Schema. */
export function aiSdkTools(tools: readonly Tool[]): Readonly<Record<string, AiSdkTool>> {
  return Object.fromEntries(tools.map((tool) => [tool.name, aiSdkTool(tool)]))
}

function aiSdkTool(tool: Tool): AiSdkTool {
  const { name, description, input_schema } = tool
  if (!isStandardSchema(input_schema)) {
    throw new InvalidOptionError({
      option: `tools.${name}.input_schema`,
      expected: "a Standard Schema, such as z.object({ ... }) of zod 4",
      got: input_schema,
    })
  }
  return {
    description,
    inputSchema: input_schema,
    async execute(input, { toolCallId = randomUUID(), abortSignal = new AbortController().signal } = {}) {
      const context = { signal: abortSignal, call_id: toolCallId, iteration: 1 }
      const result: unknown = await tool.execute(input as JsonObject, context)
      if (!isRecord(result)) return result
      if (result["ok"] === false) throw new Error(String(result["error"]))
      return result["result"] ?? result["output"] ?? result
    },
  }
}

function isStandardSchema(schema: JsonObject | StandardSchema): schema is StandardSchema {
  return "~standard" in schema
}
