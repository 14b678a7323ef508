import { z } from "zod"
import type { ModelFailure } from "../machines/run_state.ts"
import type { ModelReply } from "../protocol/model.ts"
import type { ToolCall } from "../protocol/tool.ts"

const usage = z.object({
  input_tokens: z.number().min(0),
  output_tokens: z.number().min(0),
  cost_usd: z.number().min(0).optional(),
})

const reply = z.object({
  text: z.string().default(""),
  tool_calls: z.array(z.unknown()).default([]),
  provider_stop_reason: z.string().optional(),
  usage: usage.optional().catch(undefined),
  parse_errors: z.array(z.string()).optional(),
})

/** Checks what a host's model function returned: a reply of the wrong shape is a failed call, not a crash later on. */
export function describeModelReply(
  value: unknown,
):
  | { readonly ok: true; readonly reply: ModelReply }
  | { readonly ok: false; readonly failure: ModelFailure } {
  const read = reply.safeParse(value)
  if (read.success) return { ok: true, reply: withReadableCalls(read.data) }
  const issue = read.error.issues[0]
  const message = `the model's reply is not valid: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`
  return { ok: false, failure: { kind: "invalid_response", message, retry_after_ms: null } }
}

/** A call that is no record is told to the model like any other that cannot be read. */
function withReadableCalls({ tool_calls, ...rest }: z.infer<typeof reply>): ModelReply {
  const readable = tool_calls.filter((call): call is ToolCall => typeof call === "object" && call !== null)
  if (readable.length === tool_calls.length) return { ...rest, tool_calls: readable }
  const lost = `${tool_calls.length - readable.length} of ${tool_calls.length} tool calls are no objects`
  return { ...rest, tool_calls: readable, parse_errors: [...(rest.parse_errors ?? []), lost] }
}
