import { isRecord } from "@proofloop/foundation/text"
import { Conversation } from "./conversation.ts"
import type { ImportContext, SessionRecord } from "./importer.ts"
import { readText } from "./read_member.ts"
import { runName } from "./run_name.ts"
import type { SessionItem, SessionRun } from "./session.ts"
import { atLine } from "./skipped.ts"

/** How one message of a format goes into the run at hand; the items are what it ended. */
export type AddMessage = (conversation: Conversation, message: object) => readonly SessionItem[]

/** What a run is called that begins with the head of a document, `name` if that has none; `{}` if there is no head. */
export type DescribeRun = (head: unknown, name: string, path: string) => SessionRun

/** Runs of a file of messages or steps: one for each document with a list of them, else one for all lines. */
export async function* chatRuns(
  records: AsyncIterable<SessionRecord>,
  context: ImportContext,
  add: AddMessage,
  describe: DescribeRun = describeChat,
): AsyncGenerator<SessionItem> {
  let conversation: Conversation | undefined
  let runs = 0
  for await (const { value, part, line, broken } of records) {
    if (broken !== undefined) {
      yield { type: "skipped", line, reason: broken }
      continue
    }
    if (part === "head" || conversation === undefined) {
      if (conversation !== undefined) yield* conversation.end()
      runs += 1
      const run = describe(part === "head" ? value : {}, runName(context.path, runs), context.path)
      conversation = new Conversation(() => run)
      if (part === "head") continue
    }
    if (isRecord(value)) yield* atLine(add(conversation, value), line)
    else yield { type: "skipped", line, reason: "no message" }
  }
  if (conversation !== undefined) yield* conversation.end()
}

const idNames = [
  "id",
  "conversation_id",
  "conversationId",
  "session_id",
  "sessionId",
  "instance_id",
  "task_id",
]

function describeChat(head: unknown, name: string, path: string): SessionRun {
  const id = idNames.map((member) => readText(head, member)).find((text) => text !== undefined && text !== "")
  return {
    id: id ?? name,
    source: readText(head, "source") ?? path,
    agent: readText(head, "agent"),
    model: readText(head, "model") ?? readText(head, "model_name"),
  }
}
