import { isRecord, readList, readMember, readText } from "@proofloop/foundation/text"
import type { ToolAnnotations } from "@proofloop/runtime/internal/detector"
import { Conversation } from "../conversation.ts"
import type { ImportContext, SessionHead, SessionImporter, SessionRecord } from "../importer.ts"
import type { Recording } from "../recorded_call.ts"
import { runName } from "../run_name.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import { unknownType } from "../skipped.ts"

/** What the hooks of hosts keep of a session: `events.jsonl` below `~/.proofloop/hooks/state`. */
export const proofloopHooks: SessionImporter = {
  format: "proofloop_hooks",
  title: "the log of hooks (events.jsonl below ~/.proofloop/hooks/state)",
  agent: "hooks of proofloop",
  places: [{ path: "$PROOFLOOP_HOME/hooks/state", unset: "~/.proofloop", file: "events.jsonl" }],
  records: "json_lines",
  recognises: ({ values }: SessionHead) => values.some(isEvent),
  read,
}

const MODE = /^(?:observe|nudge|hold)$/

function isEvent(value: unknown): boolean {
  return (
    MODE.test(readText(value, "mode") ?? "") && readText(readMember(value, "event"), "type") !== undefined
  )
}

/** Events without an action of the agent. */
const SILENT = /^(?:accepted|session_start|call_begins|stop|session_end)$/

async function* read(
  records: AsyncIterable<SessionRecord>,
  context: ImportContext,
): AsyncGenerator<SessionItem> {
  let run: SessionRun = { id: runName(context.path), source: context.path }
  let has_begun = false
  const conversation = new Conversation(() => run)
  for await (const { value, line, broken } of records) {
    const event = readMember(value, "event")
    const type = readText(event, "type") ?? ""
    has_begun ||= broken === undefined
    // A process that died left it; what came after it is whole.
    if (broken !== undefined) yield { type: "skipped", line, reason: broken }
    else if (type === "opened") run = describe(run, event)
    else if (type === "prompt" || type === "notice") yield* conversation.asked()
    else if (type === "calls_ended") yield* addCalls(conversation, readList(event, "calls"))
    else if (!SILENT.test(type)) yield { ...unknownType("event", event), line }
  }
  if (has_begun) yield* conversation.end()
}

function describe(run: SessionRun, event: unknown): SessionRun {
  const [id, agent] = [readText(event, "session_id"), readText(event, "agent_id") ?? ""]
  return {
    ...run,
    id: id === undefined ? run.id : agent === "" ? id : `${id}/${agent}`,
    agent: readText(event, "host"),
  }
}

function addCalls(conversation: Conversation, calls: readonly unknown[]): readonly SessionItem[] {
  for (const call of calls) {
    if (!isRecord(call)) continue
    const annotations = readAnnotations(readMember(call, "annotations"))
    conversation.call(undefined, {
      tool: readText(call, "tool") ?? "unknown",
      arguments: readMember(call, "arguments") ?? {},
      ...(annotations === undefined ? {} : { annotations }),
    })
    conversation.result(undefined, readResult(call))
  }
  return conversation.close()
}

function readResult(call: object): Pick<Recording, "observation" | "failed" | "exit_code" | "status"> {
  const failed = readMember(call, "failed")
  const exit_code = readMember(call, "exit_code")
  const status = STATUSES.find((name) => name === readText(call, "status"))
  return {
    observation: readText(call, "observation") ?? null,
    ...(typeof failed === "boolean" ? { failed } : {}),
    ...(typeof exit_code === "number" ? { exit_code } : {}),
    ...(status === undefined ? {} : { status }),
  }
}

const STATUSES = ["interrupted", "refused", "running", "unknown"] as const

function readAnnotations(value: unknown): ToolAnnotations | undefined {
  if (!isRecord(value)) return undefined
  const role = readText(value, "evidence_role")
  return {
    kind: readText(value, "kind"),
    check_id: readText(value, "check_id"),
    ...(role === "observation" || role === "verification" ? { evidence_role: role } : {}),
    ...(readMember(value, "soft") === true ? { soft: true } : {}),
  }
}
