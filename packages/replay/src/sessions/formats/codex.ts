import { isRecord, readMember, readText } from "@proofloop/foundation/text"
import type { ImportContext, SessionHead, SessionImporter, SessionRecord } from "../importer.ts"
import type { SessionItem } from "../session.ts"
import { atLine } from "../skipped.ts"
import { isExecEvent } from "./codex_exec.ts"
import { CodexRun } from "./codex_run.ts"

/** Rollouts of the Codex CLI, below `~/.codex/sessions`, from its first version on, and what `codex exec --json` prints. */
export const codex: SessionImporter = {
  format: "codex",
  title: "Codex CLI rollout (.jsonl below ~/.codex/sessions)",
  agent: "Codex",
  places: [
    { path: "$CODEX_HOME/sessions", unset: "~/.codex" },
    { path: "$CODEX_HOME/archived_sessions", unset: "~/.codex" },
  ],
  records: { lists: ["items"] },
  recognises,
  read,
}

const WRAPPERS: ReadonlySet<string> = new Set([
  "session_meta",
  "response_item",
  "turn_context",
  "event_msg",
  "compacted",
])
const ITEM_TYPES: ReadonlySet<string> = new Set([
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "local_shell_call",
  "local_shell_call_output",
])

function recognises({ values }: SessionHead): boolean {
  return values.some((value) => {
    const type = readText(value, "type") ?? ""
    const items = readMember(value, "items")
    return (
      (WRAPPERS.has(type) && isRecord(readMember(value, "payload"))) ||
      ITEM_TYPES.has(type) ||
      readText(value, "record_type") === "state" ||
      (type !== "error" && isExecEvent(value)) ||
      (Array.isArray(items) && isRecord(readMember(value, "session")))
    )
  })
}

async function* read(
  records: AsyncIterable<SessionRecord>,
  context: ImportContext,
): AsyncGenerator<SessionItem> {
  const run = new CodexRun(context.path)
  for await (const { value, part, line, broken } of records) {
    if (broken !== undefined || !isRecord(value))
      yield { type: "skipped", line, reason: broken ?? "no object" }
    else if (part === "head") run.describe(readMember(value, "session"))
    else yield* atLine(addLine(run, value), line)
  }
  yield* run.end()
}

function addLine(run: CodexRun, line: object): readonly SessionItem[] {
  const type = readText(line, "type")
  const payload = readMember(line, "payload")
  if (isExecEvent(line)) return run.execEvent(line)
  switch (type) {
    case "session_meta":
      run.describe(payload)
      return []
    case "turn_context":
      run.learn(readText(payload, "model"))
      return []
    case "event_msg":
      return run.event(payload)
    case "response_item":
      return isRecord(payload)
        ? run.item(payload)
        : [{ type: "skipped", reason: "a line without its payload" }]
    case "compacted":
    case "ghost_snapshot":
    case "world_state":
      return []
    case undefined:
      // The first line before wrappers came: the session itself; and marks of its state.
      if ("id" in line && "timestamp" in line && !run.is_described) run.describe(line)
      else if (!("record_type" in line)) return [{ type: "skipped", reason: "a line without a type" }]
      return []
    default:
      return run.item(line)
  }
}
