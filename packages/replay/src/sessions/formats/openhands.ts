import { Conversation } from "../conversation.ts"
import type { ImportContext, SessionHead, SessionImporter, SessionRecord } from "../importer.ts"
import { readList, readMember, readText } from "../read_member.ts"
import { runName } from "../run_name.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import type { OpenHandsRun } from "./openhands_run.ts"
import { addSdkEvent, isSdkEvent } from "./openhands_sdk.ts"
import { addStreamEvent, isStreamEvent } from "./openhands_stream.ts"

/** OpenHands: the event stream of V0 and the events of the SDK (V1), as a list, in a document, or one a line. */
export const openHands: SessionImporter = {
  format: "openhands",
  title: "OpenHands events: a list, {history} or {trajectory}, or one a line",
  records: { lists: ["", "history", "trajectory", "events"] },
  recognises,
  read,
}

function recognises({ values }: SessionHead): boolean {
  return values.some((value) => eventsOf(value).some((event) => isSdkEvent(event) || isStreamEvent(event)))
}

function eventsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flat()
  const list = ["history", "trajectory", "events"]
    .map((name) => readList(value, name))
    .find(({ length }) => length > 0)
  return list?.flat() ?? [value]
}

async function* read(
  records: AsyncIterable<SessionRecord>,
  context: ImportContext,
): AsyncGenerator<SessionItem> {
  let conversation: Conversation | undefined
  let reader: OpenHandsRun | undefined
  let runs = 0
  for await (const { value, part, line, broken } of records) {
    if (broken !== undefined) {
      yield { type: "skipped", line, reason: broken }
      continue
    }
    if (part === "head" || conversation === undefined || reader === undefined) {
      if (conversation !== undefined) yield* conversation.end()
      runs += 1
      const opened = describe(part === "head" ? value : {}, context.path, runs)
      const run: OpenHandsRun = { response: undefined, model: opened.model }
      reader = run
      conversation = new Conversation(() => ({ ...opened, model: run.model }))
      if (part === "head") continue
    }
    // The oldest recordings hold pairs of an action and its observation.
    for (const event of Array.isArray(value) ? value : [value]) {
      if (isSdkEvent(event)) yield* addSdkEvent(conversation, reader, event)
      else if (isStreamEvent(event)) yield* addStreamEvent(conversation, reader, event)
      else yield { type: "skipped", line, reason: "no event" }
    }
  }
  if (conversation !== undefined) yield* conversation.end()
}

function describe(head: unknown, path: string, number: number): SessionRun {
  const name = readText(head, "instance_id") ?? readText(head, "sid") ?? readText(head, "id")
  const metadata = readMember(head, "metadata")
  const config = readMember(metadata, "llm_config") ?? readMember(metadata, "llm")
  return {
    id: name ?? runName(path, number),
    source: path,
    agent: "OpenHands",
    model: readText(config, "model"),
  }
}
