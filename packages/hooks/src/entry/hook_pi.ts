import { isRecord } from "@proofloop/foundation/text"
import { answerInProcess } from "./in_process.ts"

interface PiContext {
  readonly cwd: string
  readonly ui: { notify(message: string, type: "warning"): void }
  readonly sessionManager: { getSessionId(): string }
}

type PiHandler = (event: object, context: PiContext) => Promise<object | undefined>

export interface PiApi {
  /** From version 1 on it returns a function that removes the listener. */
  on(event: string, handler: PiHandler): unknown
  sendUserMessage(text: string, options: { readonly deliverAs: "followUp" }): void
}

const EVENTS = ["session_start", "session_compact", "input", "tool_call", "tool_result", "session_shutdown"]
const TOOLS: ReadonlySet<unknown> = new Set(["bash", "edit", "write"])

/** Listens to pi, in its own process; no listener throws. */
export function hookPi(pi: PiApi, words: readonly string[]): void {
  const ask = answerInProcess("pi", words)
  const listener: PiHandler = async (event, context) => {
    if (isRecord(event) && "toolName" in event && !TOOLS.has(event["toolName"])) return undefined
    const { cwd, sessionManager } = context
    const answer = await ask({ session_id: sessionManager.getSessionId(), cwd, event })
    if (answer === null) return undefined
    const { message, notice } = answer
    if (typeof message === "string") pi.sendUserMessage(message, { deliverAs: "followUp" })
    if (typeof notice === "string") context.ui.notify(notice, "warning")
    return message === undefined && notice === undefined ? answer : undefined
  }
  for (const event of EVENTS) pi.on(event, listener)
  // A version with that function has a boundary at which the agent can go on; older ones only have the end of a run.
  if (pi.on("agent_before_settle", listener) === undefined) pi.on("agent_end", listener)
}
