import { isRecord, readMember, readText } from "@proofloop/foundation/text"
import { callArguments } from "../call_arguments.ts"
import { valueText } from "../content_text.ts"
import { Conversation } from "../conversation.ts"
import type { ImportContext, SessionHead, SessionImporter, SessionRecord } from "../importer.ts"
import { runName } from "../run_name.ts"
import type { SessionItem, SessionRun } from "../session.ts"

/** One run a line: `{id, source, agent, model, events: [{tool, args, obs, thought?}]}`. An event is a turn, but for `{user}`. */
export const plain: SessionImporter = {
  format: "plain",
  title: "One run a line: {id, source, agent, model, events: [{tool, args, obs}]}",
  records: { lists: ["events"] },
  keeps_empty_runs: true,
  recognises,
  read,
}

function recognises({ values }: SessionHead): boolean {
  return values.some((value) => {
    const events = readMember(value, "events")
    return (
      readText(value, "id") !== undefined &&
      Array.isArray(events) &&
      events.every((event) => isRecord(event) && !("kind" in event) && !("source" in event)) &&
      (events.length === 0 || events.some((event) => "tool" in event || "obs" in event || "user" in event))
    )
  })
}

async function* read(
  records: AsyncIterable<SessionRecord>,
  context: ImportContext,
): AsyncGenerator<SessionItem> {
  let conversation: Conversation | undefined
  for await (const { value, part, line, broken } of records) {
    if (broken !== undefined) yield { type: "skipped", line, reason: broken }
    else if (part === "head") {
      if (conversation !== undefined) yield* conversation.end()
      const run = describe(value, context.path, line)
      conversation = new Conversation(() => run)
    } else if (part === "element" && conversation !== undefined && isRecord(value)) {
      // What the user says takes no position: positions are those of what the agent did.
      if (readText(value, "user") !== undefined && !("tool" in value))
        yield* conversation.asked(readMember(value, "user"))
      else yield* addEvent(conversation, value)
    } else if (part === "element" && conversation !== undefined) {
      yield { type: "skipped", line, reason: "no event" }
      // It keeps its number, so that positions go on meaning the same.
      conversation.count()
      yield* conversation.close()
    } else yield { type: "skipped", line, reason: "no run with a list of events" }
  }
  if (conversation !== undefined) yield* conversation.end()
}

function addEvent(conversation: Conversation, event: object): readonly SessionItem[] {
  const tool = readText(event, "tool")
  const seen = readMember(event, "obs")
  const observation = seen === undefined || seen === null ? null : valueText(seen)
  conversation.say(readText(event, "thought") ?? "")
  if (tool !== undefined) {
    conversation.call(undefined, { tool, arguments: callArguments(readMember(event, "args") ?? {}) })
    if (observation !== null) conversation.result(undefined, { observation })
  } else if (conversation.is_empty) {
    conversation.say(observation ?? "")
    conversation.count()
  }
  return conversation.close()
}

function describe(head: unknown, path: string, line: number | undefined): SessionRun {
  return {
    id: readText(head, "id") ?? `${runName(path)}#${line ?? 1}`,
    source: readText(head, "source") ?? path,
    agent: readText(head, "agent"),
    model: readText(head, "model"),
  }
}
