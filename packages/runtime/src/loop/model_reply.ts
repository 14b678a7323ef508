import { z } from "zod"
import type { ModelFailure } from "../machines/run_state.ts"
import type { ModelReply } from "../protocol/model.ts"

const usage = z.object({
  input_tokens: z.number().min(0),
  output_tokens: z.number().min(0),
  cost_usd: z.number().min(0).optional(),
})

const reply = z.object({
  text: z.string().default(""),
  tool_calls: z.array(z.record(z.string(), z.unknown())).default([]),
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
  if (read.success) return { ok: true, reply: read.data }
  const issue = read.error.issues[0]
  const message = `the model's reply is not valid: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`
  return { ok: false, failure: { kind: "invalid_response", message, retry_after_ms: null } }
}
