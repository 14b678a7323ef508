import * as z from "zod"
import { ModelError } from "../../errors/model_error.ts"
import type { Usage } from "../../protocol/model.ts"
import type { DraftCall, ReplyDraft } from "../reply.ts"

/** Reads a `doGenerate` result in the shape of spec v2, v3 or v4; throws a `ModelError` for any other shape. */
export function readGenerateResult(value: unknown): ReplyDraft {
  const parsed = resultSchema.safeParse(value)
  if (!parsed.success) throw unreadable(parsed.error)
  const { content, finishReason, usage } = parsed.data
  const calls: DraftCall[] = []
  let text = ""
  for (const part of content) {
    if (part.type === "text") text += part.text
    // Skips calls that the provider ran itself.
    else if (part.type === "tool-call" && !part.providerExecuted) calls.push(callOf(part))
  }
  return { text, calls, finish_reason: finishReasonOf(finishReason), usage: usageOf(usage) }
}

const textPart = z.object({ type: z.literal("text"), text: z.string() })
const callPart = z.object({
  type: z.literal("tool-call"),
  toolCallId: z.string().nullish(),
  toolName: z.string().nullish(),
  input: z.unknown().optional(),
  providerExecuted: z.boolean().nullish(),
})
const otherPart = z.object({
  type: z
    .string()
    .refine((type) => type !== "text" && type !== "tool-call")
    .transform(() => null),
})

const resultSchema = z.object({
  content: z.array(z.union([textPart, callPart, otherPart])),
  finishReason: z.union([z.string(), z.object({ unified: z.string(), raw: z.string().nullish() })]).nullish(),
  usage: z
    .object({ inputTokens: z.unknown().optional(), outputTokens: z.unknown().optional() })
    .nullish()
    .catch(null),
})

function callOf(part: z.infer<typeof callPart>): DraftCall {
  return { id: part.toolCallId ?? null, name: part.toolName ?? null, arguments: part.input }
}

function finishReasonOf(reason: z.infer<typeof resultSchema>["finishReason"]): string | null {
  if (typeof reason === "string" || !reason) return reason ?? null
  return reason.unified === "other" ? (reason.raw ?? "other") : reason.unified
}

function usageOf(usage: z.infer<typeof resultSchema>["usage"]): Usage | undefined {
  const input_tokens = countOf(usage?.inputTokens)
  const output_tokens = countOf(usage?.outputTokens)
  if (input_tokens === null && output_tokens === null) return undefined
  return { input_tokens: input_tokens ?? 0, output_tokens: output_tokens ?? 0 }
}

/** A number (v2) or an object with a total (v3, v4); NaN and undefined both stand for "not told". */
function countOf(value: unknown): number | null {
  const total = typeof value === "object" && value !== null && "total" in value ? value.total : value
  return typeof total === "number" && Number.isFinite(total) && total >= 0 ? total : null
}

function unreadable(error: z.ZodError): ModelError {
  const issue = error.issues[0]
  const where = issue ? `${issue.path.map(String).join(".")}: ${issue.message}` : ""
  return new ModelError(`not a result of doGenerate (${where})`, { kind: "invalid_response" })
}
