import { posix } from "node:path"
import { asText } from "@proofloop/foundation/text"
import type { Message } from "@proofloop/runtime"

export interface Conversation {
  readonly listed: readonly string[]
  /** Content of the files that were read, with the edits that succeeded. */
  readonly files: ReadonlyMap<string, string>
  readonly edits: readonly Edit[]
  readonly last_step: "none" | "looked" | "tested" | "edited" | "claimed"
  readonly rethink: Rethink | null
}

export interface Edit {
  readonly path: string
  readonly old_text: string
  readonly new_text: string
}

/** A message that says the same failure has persisted across the edits, and the events since. */
export interface Rethink {
  readonly evidence: string
  readonly edits_since: number
}

/** Reads a conversation from its beginning, anew every turn, so that nothing else can be remembered. */
export function readConversation(messages: readonly Message[]): Conversation {
  const calls = new Map<string, Readonly<Record<string, unknown>>>()
  let known: Conversation = { listed: [], files: new Map(), edits: [], last_step: "none", rethink: null }
  for (const message of messages) {
    if (message.role === "user") {
      const evidence = quotedFailure(message.content)
      if (evidence !== null) known = { ...known, rethink: { evidence, edits_since: 0 } }
    } else if (message.role === "assistant") {
      const { tool_calls = [] } = message
      if (tool_calls.length === 0) known = { ...known, last_step: "claimed" }
      for (const call of tool_calls) calls.set(call.id ?? "", Object(call.arguments))
    } else if (message.role === "tool") {
      known = withResult(known, message, calls.get(message.tool_call_id) ?? {})
    }
  }
  return known
}

function withResult(
  known: Conversation,
  { tool_name, ok, content }: Extract<Message, { readonly role: "tool" }>,
  given: Readonly<Record<string, unknown>>,
): Conversation {
  if (tool_name === "shell") return { ...known, last_step: "tested" }
  const next: Conversation = { ...known, last_step: "looked" }
  if (!ok) return next
  const path = posix.normalize(asText(given["path"]))
  if (tool_name === "list_files") return { ...next, listed: content.split("\n") }
  if (tool_name === "read_file") return { ...next, files: new Map(next.files).set(path, content) }
  if (tool_name !== "edit_file") return next
  const edit = { path, old_text: asText(given["old_text"]), new_text: asText(given["new_text"]) }
  const edited = (next.files.get(path) ?? "").replace(edit.old_text, () => edit.new_text)
  const { rethink } = next
  return {
    ...next,
    files: new Map(next.files).set(path, edited),
    edits: [...next.edits, edit],
    last_step: "edited",
    rethink: rethink === null ? null : { ...rethink, edits_since: rethink.edits_since + 1 },
  }
}

/** The persisting failure that a message quotes; null for every other message, verifier vetoes included. */
function quotedFailure(content: string): string | null {
  if (!/same failure has persisted across \d+/i.test(content)) return null
  const quoted = content.split("\n").flatMap((line) => (line.startsWith("> ") ? [line.slice(2)] : []))
  return quoted.length === 0 ? null : quoted.join("\n")
}
