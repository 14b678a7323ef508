import { thrownMessage } from "@proofloop/foundation/errors"
import { RequestError } from "@proofloop/foundation/files"
import type { JsonObject } from "@proofloop/foundation/text"
import type { DeclaredAnnotations, PlannedCall, Tool, ToolContext, ToolResult } from "@proofloop/runtime"
import * as z from "zod"

interface Definition<Schema extends z.ZodType> {
  /** Name by which models call it. */
  readonly name: string
  /** What it does, for the model. */
  readonly description: string
  /** Schema of its arguments. */
  readonly input: Schema
  /** What it declares about its effects and its evidence. */
  readonly annotations: DeclaredAnnotations
  /** Digest of what a call may change, taken before and after it; null: unknown. */
  readonly content_digest?: (call_arguments: JsonObject) => Promise<string | null>
  /** What a call would write. A throw means: nothing. */
  readonly plan_writes?: (input: z.output<Schema>) => Promise<PlannedCall>
  /** Runs a call with arguments that fit `input`. */
  execute(input: z.output<Schema>, context: ToolContext): Promise<ToolResult>
}

/** A tool whose arguments are parsed and whose failures become error results. Never throws. */
export function defineTool<Schema extends z.ZodType>(definition: Definition<Schema>): Tool {
  const { name, description, input, annotations, content_digest, plan_writes } = definition
  return {
    name,
    description,
    input_schema: input,
    annotations,
    ...(content_digest === undefined ? {} : { content_digest }),
    ...(plan_writes === undefined
      ? {}
      : {
          async plan_writes(call_arguments: JsonObject) {
            const parsed = input.safeParse(call_arguments)
            return parsed.success ? plan_writes(parsed.data) : null
          },
        }),
    async execute(call_arguments, context) {
      const parsed = input.safeParse(call_arguments)
      if (!parsed.success) return failed(`bad arguments for ${name}: ${z.prettifyError(parsed.error)}`)
      try {
        return await definition.execute(parsed.data, context)
      } catch (error) {
        if (error instanceof RequestError) return failed(error.message, error.unchanged)
        return failed(`${name} failed: ${thrownMessage(error)}`)
      }
    },
  }
}

function failed(error: string, unchanged = false): ToolResult {
  return { ok: false, error, mutation_status: unchanged ? "unchanged" : "not_applied" }
}
