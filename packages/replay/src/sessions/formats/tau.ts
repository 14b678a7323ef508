import { isRecord, readList, readMember, readNumber, readText } from "@proofloop/foundation/text"
import { Conversation } from "../conversation.ts"
import type { ImportContext, SessionHead, SessionImporter, SessionRecord } from "../importer.ts"
import { runName } from "../run_name.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import { atLine } from "../skipped.ts"
import { addChatMessage } from "./openai_chat.ts"

/** Results of tau-bench, a list of runs with a `traj`, and of tau2-bench, `{simulations: [{messages}]}`. */
export const tau: SessionImporter = {
  format: "tau",
  title: "tau-bench and tau2-bench results",
  records: { lists: ["simulations", ""] },
  recognises: ({ values }: SessionHead) => values.some(holdsRuns),
  read,
}

function holdsRuns(value: unknown): boolean {
  const runs = Array.isArray(value) ? value : [value, ...readList(value, "simulations")]
  return runs.some(
    (run) => messagesIn(run) !== undefined && ("task_id" in Object(run) || "reward_info" in Object(run)),
  )
}

function messagesIn(run: unknown): readonly unknown[] | undefined {
  const list = readMember(run, "traj") ?? ("trial" in Object(run) ? readMember(run, "messages") : undefined)
  return Array.isArray(list) ? list : undefined
}

async function* read(
  records: AsyncIterable<SessionRecord>,
  context: ImportContext,
): AsyncGenerator<SessionItem> {
  let head: unknown = {}
  let runs = 0
  for await (const { value, part, line, broken } of records) {
    const messages = messagesIn(value)
    if (part === "head") head = value
    else if (messages === undefined) yield { type: "skipped", line, reason: broken ?? "no run with messages" }
    else {
      runs += 1
      const run = describe(head, value, runName(context.path, runs), context.path)
      const conversation = new Conversation(() => run)
      for (const message of messages) yield* atLine(addMessage(conversation, message), line)
      yield* conversation.end()
    }
  }
}

/** The simulated user has tools of its own; they are not the agent's work. */
function addMessage(conversation: Conversation, message: unknown): readonly SessionItem[] {
  if (!isRecord(message)) return [{ type: "skipped", reason: "no message" }]
  const is_users = readText(message, "role") === "tool" && readText(message, "requestor") === "user"
  return is_users ? [] : addChatMessage(conversation, message)
}

function describe(head: unknown, run: unknown, name: string, path: string): SessionRun {
  const task = readText(run, "task_id") ?? readNumber(run, "task_id")?.toString()
  const trial = readNumber(run, "trial")
  const named = task === undefined ? name : `task ${task}${trial === undefined ? "" : `, trial ${trial}`}`
  const agent = readMember(readMember(head, "info"), "agent_info")
  return {
    id: readText(run, "id") ?? named,
    source: path,
    agent: readText(agent, "implementation") ?? "tau",
    model: readText(agent, "llm"),
  }
}
