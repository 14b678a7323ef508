import { isRecord, readMember } from "@proofloop/foundation/text"
import { answerInProcess } from "./in_process.ts"

export interface OpencodeContext {
  readonly directory: string
  readonly client: {
    readonly session: {
      prompt(options: { readonly path: { readonly id: string }; readonly body: unknown }): Promise<unknown>
    }
    readonly tui: { showToast(options: { readonly body: unknown }): Promise<unknown> }
  }
}

interface OpencodeEvent {
  readonly type: string
  readonly properties?: { readonly sessionID?: unknown } | undefined
}

export interface OpencodeHooks {
  "chat.message"(input: object, output: object): Promise<void>
  "tool.execute.before"(input: { readonly tool: string }, output: object): Promise<void>
  "tool.execute.after"(input: { readonly tool: string }, output: { output?: unknown }): Promise<void>
  "experimental.text.complete"(input: object, output: object): Promise<void>
  event(told: { readonly event: OpencodeEvent }): Promise<void>
}

/** Calls that only read are not reported. */
const TOOLS: ReadonlySet<unknown> = new Set(["bash", "edit", "write", "multiedit", "patch", "apply_patch"])
const EVENTS: ReadonlySet<unknown> = new Set([
  "session.created",
  "session.compacted",
  "session.idle",
  "session.deleted",
])

/** Few of the many updates of a message are the end of a call that failed. */
function isFailedCall(event: unknown): boolean {
  if (readMember(event, "type") !== "message.part.updated") return false
  const part = readMember(readMember(event, "properties"), "part")
  return TOOLS.has(readMember(part, "tool")) && readMember(readMember(part, "state"), "status") === "error"
}

/** opencode's hooks, in its own process; none throws but to refuse a call. */
export function hookOpencode(context: OpencodeContext, words: readonly string[]): OpencodeHooks {
  const ask = answerInProcess("opencode", words)
  const { directory, client } = context
  const last_words = new Map<unknown, unknown>()
  return {
    async "chat.message"(input, output) {
      await ask({ hook: "chat.message", directory, input, output })
    },
    async "tool.execute.before"(input, output) {
      if (!TOOLS.has(readMember(input, "tool"))) return
      const answer = await ask({ hook: "tool.execute.before", directory, input, output })
      if (typeof answer?.["error"] === "string") throw new Error(answer["error"])
    },
    async "tool.execute.after"(input, output) {
      if (!TOOLS.has(readMember(input, "tool"))) return
      const answer = await ask({ hook: "tool.execute.after", directory, input, output })
      if (typeof answer?.["output"] === "string") output.output = answer["output"]
    },
    async "experimental.text.complete"(input, output) {
      last_words.set(readMember(input, "sessionID"), readMember(output, "text"))
    },
    async event(told) {
      const event = readMember(told, "event")
      const id = readMember(readMember(event, "properties"), "sessionID")
      if (!EVENTS.has(readMember(event, "type")) && !isFailedCall(event)) return
      const answer = await ask({ hook: "event", directory, event, last_words: last_words.get(id) })
      last_words.delete(id)
      // Not awaited: opencode ends the turn only after its plugins have handled the event.
      if (isRecord(answer?.["prompt"]) && typeof id === "string")
        client.session.prompt({ path: { id }, body: answer["prompt"] }).catch(() => {})
      if (isRecord(answer?.["toast"])) client.tui.showToast({ body: answer["toast"] }).catch(() => {})
    },
  }
}
