import type { Message, Model } from "@proofloop/runtime"
import type { z } from "zod"
import { cutCodePoints } from "../critics/code_points.ts"
import type { GateListener } from "./event.ts"
import { UnreadableReplyError } from "./thrown.ts"

export interface Asked {
  readonly emit: GateListener
  readonly signal?: AbortSignal | undefined
}

const MAX_ASKED = 3

/**
 * What a model answers, in a shape; an answer that does not have it is sent back twice with what is wrong. Rejects with
 * what the model throws, and with UnreadableReplyError.
 */
export async function askJson<Schema extends z.ZodType>(
  model: Model,
  messages: readonly Message[],
  schema: Schema,
  { signal = new AbortController().signal }: Asked,
): Promise<z.output<Schema>> {
  let problem = ""
  let asked = messages
  for (let attempt = 1; attempt <= MAX_ASKED; attempt += 1) {
    const { text } = await model({ messages: asked, tools: [], tool_choice: "none" }, { signal })
    const read = readJson(text)
    const parsed = read.found ? schema.safeParse(read.value) : null
    if (parsed?.success === true) return parsed.data
    problem = parsed === null ? "no JSON object in the reply" : describe(parsed.error)
    asked = [
      ...messages,
      { role: "assistant", content: cutCodePoints(text, 4000) },
      { role: "user", content: `${problem}. Answer again, with one JSON object in the form asked for.` },
    ]
  }
  throw new UnreadableReplyError(`${problem}, in ${MAX_ASKED} replies`)
}

function readJson(text: string): { readonly found: boolean; readonly value?: unknown } {
  const begin = text.indexOf("{")
  const end = text.lastIndexOf("}")
  for (const piece of [text, begin < end ? text.slice(begin, end + 1) : ""]) {
    try {
      return { found: true, value: JSON.parse(piece) as unknown }
    } catch {
      // Try the next piece.
    }
  }
  return { found: false }
}

function describe({ issues }: z.ZodError): string {
  const [issue] = issues
  return issue === undefined
    ? "the reply has another form"
    : `${issue.path.join(".") || "reply"}: ${issue.message}`
}
