import * as z from "zod"
import { ModelError } from "../../errors/model_error.ts"

/** One completion, or one chunk of a streamed one; both have the same fields, `message` or `delta`. */
export type Completion = z.infer<typeof completion>
export type WireCall = z.infer<typeof toolCall>

/** Reads one completion or chunk; throws a `ModelError` of kind invalid_response that says where it is wrong. */
export function parseCompletion(value: unknown): Completion {
  const parsed = completion.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue && issue.path.length > 0 ? `${issue.path.map(String).join(".")}: ` : ""
  throw new ModelError(`not a chat completion (${where}${issue?.message ?? "unreadable"})`, {
    kind: "invalid_response",
  })
}

/** The text of a content field, which some servers send in parts. */
export function contentText(content: z.infer<typeof message>["content"]): string {
  if (typeof content === "string") return content
  return (content ?? []).map((part) => part.text ?? "").join("")
}

const toolCall = z.object({
  index: z.number().nullish(),
  id: z.union([z.string(), z.number().transform(String)]).nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.unknown().optional() }).nullish(),
})

const message = z.object({
  content: z.union([z.string(), z.array(z.object({ text: z.string().nullish() }))]).nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(toolCall).nullish(),
})

const choice = z.object({
  index: z.number().nullish(),
  delta: message.nullish(),
  message: message.nullish(),
  finish_reason: z.string().nullish(),
})

const count = z.number().min(0).nullish()

const completion = z.object({
  choices: z.array(choice).nullish(),
  // Usage is optional information; an odd value must not lose the reply.
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
  error: z.unknown().optional(),
})
