import { isRecord, readText } from "@proofloop/foundation/text"
import { Conversation } from "./conversation.ts"
import type { ImportContext, SessionRecord } from "./importer.ts"
import { runName } from "./run_name.ts"
import type { SessionItem, SessionRun } from "./session.ts"
import { atLine } from "./skipped.ts"

/** How one message of a format goes into the run at hand; the items are what it ended. */
export type AddMessage = (conversation: Conversation, message: object) => readonly SessionItem[]

/** The name of a run that begins with a document's head, `name` without one there; `{}` without a head. */
export type DescribeRun = (head: unknown, name: string, path: string) => SessionRun

/** Runs of a file of messages or steps: one for each document with a list of them, else one for all lines. */
export async function* chatRuns(
  records: AsyncIterable<SessionRecord>,
  context: ImportContext,
  add: AddMessage,
  describe: DescribeRun = describeChat,
): AsyncGenerator<SessionItem> {
  yield* runsIn(records, context, (head, name) => {
    const run = describe(head, name, context.path)
    const conversation = new Conversation(() => run)
    return {
      conversation,
      add: (value, line) =>
        isRecord(value)
          ? atLine(add(conversation, value), line)
          : [{ type: "skipped", line, reason: "no message" }],
    }
  })
}

/** A run as it is read, and how a value of the file goes into it; the items are what it ended. */
export interface OpenRun {
  readonly conversation: Conversation
  add(value: unknown, line: number | undefined): readonly SessionItem[]
  /** Hands on what is held back at the end of the run; nothing by default. */
  readonly end?: () => readonly SessionItem[]
}

/** Runs of a file, each opened with the head of its document, `{}` without one, and a name. */
export async function* runsIn(
  records: AsyncIterable<SessionRecord>,
  { path }: ImportContext,
  open: (head: unknown, name: string) => OpenRun,
): AsyncGenerator<SessionItem> {
  let run: OpenRun | undefined
  let runs = 0
  for await (const { value, part, line, broken } of records) {
    if (broken !== undefined) {
      yield { type: "skipped", line, reason: broken }
      continue
    }
    if (part === "head" || run === undefined) {
      if (run !== undefined) yield* endRun(run)
      runs += 1
      run = open(part === "head" ? value : {}, runName(path, runs))
      if (part === "head") continue
    }
    yield* run.add(value, line)
  }
  if (run !== undefined) yield* endRun(run)
}

function endRun({ conversation, end }: OpenRun): readonly SessionItem[] {
  return [...(end?.() ?? []), ...conversation.end()]
}

const ID_NAMES = [
  "id",
  "conversation_id",
  "conversationId",
  "session_id",
  "sessionId",
  "instance_id",
  "task_id",
]

function describeChat(head: unknown, name: string, path: string): SessionRun {
  const id = ID_NAMES.map((member) => readText(head, member)).find(
    (text) => text !== undefined && text !== "",
  )
  return {
    id: id ?? name,
    source: readText(head, "source") ?? path,
    agent: readText(head, "agent"),
    model: readText(head, "model") ?? readText(head, "model_name"),
  }
}
