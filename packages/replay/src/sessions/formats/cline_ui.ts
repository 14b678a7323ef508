import { readMember, readText } from "@proofloop/foundation/text"
import { messagesOf } from "../chat_messages.ts"
import { type OpenRun, runsIn } from "../chat_runs.ts"
import { Conversation } from "../conversation.ts"
import type { SessionHead, SessionImporter } from "../importer.ts"
import { ClineTask } from "./cline_task.ts"

/** What Cline and Roo show of a task, their `ui_messages.json`: requests, tools and commands as asks and says. */
export const clineUi: SessionImporter = {
  format: "cline_ui",
  title: "Cline and Roo (ui_messages.json)",
  agent: "Cline",
  places: [
    {
      path: "$XDG_CONFIG_HOME/Code/User/globalStorage/saoudrizwan.claude-dev/tasks",
      unset: "~/.config",
      file: "ui_messages.json",
    },
  ],
  records: { lists: [""] },
  recognises: ({ values }: SessionHead) => values.flatMap(messagesOf).some((message) => kindOf(message)),
  read: (records, context) => runsIn(records, context, (_head, name) => open(name, context.path)),
}

function kindOf(message: unknown): string | undefined {
  const type = readText(message, "type")
  if ((type !== "ask" && type !== "say") || typeof readMember(message, "ts") !== "number") return undefined
  return readText(message, type)
}

function open(name: string, path: string): OpenRun {
  const conversation = new Conversation(() => ({ id: name, source: path, agent: "Cline" }))
  const task = new ClineTask(conversation)
  return {
    conversation,
    add(message, line) {
      const kind = kindOf(message)
      if (kind === undefined)
        return [{ type: "skipped", line, reason: "a message that is neither ask nor say" }]
      // A message of which more was to come.
      if (readMember(message, "partial") === true) return []
      return task.add(kind, readText(message, "text") ?? "")
    },
    end: () => task.end(),
  }
}
