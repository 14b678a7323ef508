import * as z from "zod"
import type { ModelFailure } from "../machines/run_state.ts"
import { shortText } from "../models/http_failure.ts"
import { readCalls } from "../models/reply_calls.ts"
import type { ModelReply } from "../protocol/model.ts"

/** More would turn the sums of a run into infinity, which JSON cannot hold. */
const amount = z.number().min(0).max(Number.MAX_SAFE_INTEGER)
const usage = z.object({ input_tokens: amount, output_tokens: amount, cost_usd: amount.optional() })

const reply = z
  .object({
    text: z.string().optional(),
    tool_calls: z.array(z.unknown()).optional(),
    provider_stop_reason: z.string().transform(shortText).optional(),
    usage: usage.optional().catch(undefined),
    parse_errors: z.array(z.string()).optional(),
  })
  .refine(({ text, tool_calls, parse_errors }) => (text ?? tool_calls ?? parse_errors) !== undefined, {
    error: "it has neither text nor tool calls",
  })

/** Problems of one reply the model is told. */
const MOST_PROBLEMS = 20

/** Checks what a host's model function returned: a reply of the wrong shape is a failed call, not a crash later on. */
export function describeModelReply(
  value: unknown,
):
  | { readonly ok: true; readonly reply: ModelReply }
  | { readonly ok: false; readonly failure: ModelFailure } {
  let problem: string
  try {
    const read = reply.safeParse(value)
    if (read.success) return { ok: true, reply: withReadableCalls(read.data) }
    const issue = read.error.issues[0]
    problem = `${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`
  } catch {
    problem = "it cannot be read"
  }
  const message = `the model's reply is not valid: ${problem.trim()}`
  return { ok: false, failure: { kind: "invalid_response", message, retry_after_ms: null } }
}

/** A call that cannot be read is told to the model; the others run. */
function withReadableCalls({ text = "", tool_calls = [], ...rest }: z.infer<typeof reply>): ModelReply {
  const read = readCalls(tool_calls)
  const problems = [...(rest.parse_errors ?? []), ...read.parse_errors]
  if (problems.length === 0) return { ...rest, text, tool_calls: read.tool_calls }
  const parse_errors = problems.slice(0, MOST_PROBLEMS).map(shortText)
  if (problems.length > MOST_PROBLEMS) parse_errors.push(`... and ${problems.length - MOST_PROBLEMS} more`)
  return { ...rest, text, tool_calls: read.tool_calls, parse_errors }
}
