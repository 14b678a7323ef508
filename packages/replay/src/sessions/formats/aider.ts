import type { ImportContext, SessionHead, SessionImporter, SessionRecord } from "../importer.ts"
import { runName } from "../run_name.ts"
import type { SessionItem } from "../session.ts"
import { AiderChat } from "./aider_chat.ts"

/** Aider's chat history, a Markdown file that every chat in a folder is appended to. */
export const aider: SessionImporter = {
  format: "aider",
  title: "Aider (.aider.chat.history.md)",
  records: "text_lines",
  recognises: ({ text, values }: SessionHead) => values.length === 0 && START.test(text),
  read,
}

const START = /^# aider chat started at (\S.{0,40}\S)[ \t]{0,4}\r?$/m

async function* read(
  records: AsyncIterable<SessionRecord>,
  context: ImportContext,
): AsyncGenerator<SessionItem> {
  let chat: AiderChat | undefined
  for await (const { value, line, broken } of records) {
    if (broken !== undefined || typeof value !== "string") {
      yield { type: "skipped", line, reason: broken ?? "no text" }
      continue
    }
    const started = START.exec(value)?.[1]
    if (started !== undefined) {
      if (chat !== undefined) yield* chat.end()
      chat = new AiderChat(`${runName(context.path)}#${started}`, context.path)
    } else if (chat !== undefined) yield* chat.line(value)
    else if (value.trim() !== "") yield { type: "skipped", line, reason: "text before the first chat" }
  }
  if (chat !== undefined) yield* chat.end()
}
