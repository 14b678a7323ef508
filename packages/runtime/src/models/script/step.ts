import * as z from "zod"
import { ModelError, type ModelErrorKind, MODEL_ERROR_KINDS } from "../../errors/model_error.ts"
import type { Usage } from "../../protocol/model.ts"

export interface ScriptedStep {
  /** Default "". */
  readonly text?: string | undefined
  /** The calls of the reply. Default none. */
  readonly tool_calls?: readonly ScriptedCall[] | undefined
  /** Default "tool_calls" with calls, else "stop". */
  readonly provider_stop_reason?: string | undefined
  /** Default: estimated, a token for every 4 characters or part of them. */
  readonly usage?: Usage | undefined
  /** What could not be read of the reply's calls. Default: all could. */
  readonly parse_errors?: readonly string[] | undefined
  /** The call fails with this error instead of a reply. */
  readonly throws?: ScriptedFailure | undefined
  /** Wait before the reply or the failure, in milliseconds. Default 0. */
  readonly delay_ms?: number | undefined
}

export interface ScriptedCall {
  readonly name: string
  /** Default {}. */
  readonly arguments?: unknown
  /** Default `call_<turn>_<n>`. */
  readonly id?: string | undefined
}

export interface ScriptedFailure {
  /** The kind of failure, which decides about a retry. */
  readonly kind: ModelErrorKind
  readonly message: string
  /** Status of the provider's answer. Default: there was none. */
  readonly http_status?: number | undefined
  /** How long the provider asks to wait, in milliseconds. Default: it does not say. */
  readonly retry_after_ms?: number | undefined
}

export function scriptedError({ message, ...details }: ScriptedFailure): ModelError {
  const { kind, http_status = null, retry_after_ms = null } = details
  return new ModelError(message, { kind, http_status, retry_after_ms })
}

const text = z.string({ error: "a text" })
const amount = z.number({ error: "a number, 0 or more" }).min(0, { error: "a number, 0 or more" })

const call = z.strictObject(
  { name: text, arguments: z.unknown().optional(), id: text.optional() },
  { error: "a call { name, arguments?, id? }" },
)

const failure = z.strictObject(
  {
    kind: z.enum(MODEL_ERROR_KINDS, { error: `one of ${MODEL_ERROR_KINDS.join(", ")}` }),
    message: text,
    http_status: amount.optional(),
    retry_after_ms: amount.optional(),
  },
  { error: "a failure { kind, message, http_status?, retry_after_ms? }" },
)

const usage = z.strictObject(
  { input_tokens: amount, output_tokens: amount, cost_usd: amount.optional() },
  { error: "a usage { input_tokens, output_tokens, cost_usd? }" },
)

export const stepSchema = z.strictObject(
  {
    text: text.optional(),
    tool_calls: z.array(call, { error: "a list of calls" }).optional(),
    provider_stop_reason: text.optional(),
    usage: usage.optional(),
    parse_errors: z.array(text, { error: "a list of texts" }).optional(),
    throws: failure.optional(),
    delay_ms: amount.optional(),
  },
  { error: "a step { text?, tool_calls?, ... }" },
)
