import { randomUUID } from "node:crypto"
import { InvalidOptionError } from "@proofloop/foundation/errors"
import { isRecord, type JsonObject } from "@proofloop/foundation/text"
import type { Tool } from "@proofloop/runtime"
import type { StandardSchema } from "@proofloop/runtime/internal"

/** Tools for `generateText({ tools })`; a failed call throws its error. Throws InvalidOptionError without a Standard Schema. */
export function aiSdkTools(tools: readonly Tool[]): Readonly<Record<string, ReturnType<typeof aiSdkTool>>> {
  return Object.fromEntries(tools.map((tool) => [tool.name, aiSdkTool(tool)]))
}

/** As the AI SDK's `tool()` returns it (ai 5, 6 and 7), without a dependency on the SDK. */
function aiSdkTool(tool: Tool) {
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
    // The SDK's type of `jsonSchema` differs between versions; only the tool's own schema is found there.
    inputSchema: input_schema as { readonly "~standard": Omit<StandardSchema["~standard"], "jsonSchema"> },
    async execute(input: unknown, options: CallOptions = {}): Promise<unknown> {
      const { toolCallId: call_id = randomUUID(), abortSignal: signal = new AbortController().signal } =
        options
      const context = { signal, call_id, iteration: 1 }
      const result: unknown = await tool.execute(input as JsonObject, context)
      if (!isRecord(result)) return result
      if (result["ok"] === false) throw new Error(String(result["error"]))
      return result["result"] ?? result["output"] ?? result
    },
  }
}

interface CallOptions {
  readonly toolCallId?: string
  readonly abortSignal?: AbortSignal
}

function isStandardSchema(schema: JsonObject | StandardSchema): schema is StandardSchema {
  return "~standard" in schema
}
