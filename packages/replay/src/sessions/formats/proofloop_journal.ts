import { readList, readMember, readNumber, readText } from "@proofloop/foundation/text"
import { Conversation } from "../conversation.ts"
import type { ImportContext, SessionHead, SessionImporter, SessionRecord } from "../importer.ts"
import type { Recording } from "../recorded_call.ts"
import { runName } from "../run_name.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import { unknownType } from "../skipped.ts"

/** The journal that a run of our own loop keeps: model replies, tool results and verdicts, a record a line. */
export const proofloopJournal: SessionImporter = {
  format: "proofloop_journal",
  title: "the journal of a run (proofloop run --journal, journals of the pipeline)",
  records: "json_lines",
  keeps_empty_runs: true,
  recognises: ({ values }: SessionHead) => values.some(isBeginning),
  read,
}

function isBeginning(value: unknown): boolean {
  return readText(value, "type") === "begun" && readNumber(value, "journal") !== undefined
}

/** How a verification is called among the calls of a turn. */
const VERIFY = "verify_completion"
/** Records without an action of the agent. */
const SILENT = /^(?:started|resumed|ended)$/

async function* read(
  records: AsyncIterable<SessionRecord>,
  context: ImportContext,
): AsyncGenerator<SessionItem> {
  let run: SessionRun = { id: runName(context.path), source: context.path, agent: "proofloop" }
  let has_begun = false
  const conversation = new Conversation(() => run)
  for await (const { value, line, broken } of records) {
    const type = readText(value, "type") ?? ""
    has_begun ||= type === "begun" || type === "finished"
    if (broken !== undefined) yield { type: "skipped", line, reason: broken }
    else if (type === "begun") run = { ...run, id: readText(value, "run_id") ?? run.id }
    else if (type === "finished") yield* addRecord(conversation, value)
    else if (!SILENT.test(type)) yield { ...unknownType("record", value), line }
  }
  if (has_begun) yield* conversation.end()
}

/** A model call begins a turn; its tools and the verdict on it follow. */
function addRecord(conversation: Conversation, record: unknown): readonly SessionItem[] {
  const [, part = ""] = (readText(record, "key") ?? "").split("/", 2)
  const value = readMember(record, "value")
  if (part.startsWith("model:")) return addReply(conversation, readMember(value, "reply"))
  if (part.startsWith("tool:")) addResult(conversation, value)
  else if (part.startsWith("verify:")) addVerdict(conversation, value)
  return []
}

function addReply(conversation: Conversation, reply: unknown): readonly SessionItem[] {
  const before = conversation.close()
  conversation.say(readText(reply, "text") ?? "")
  const usage = readMember(reply, "usage")
  const input = readNumber(usage, "input_tokens")
  const output = readNumber(usage, "output_tokens")
  if (input !== undefined && output !== undefined) conversation.spend({ input, output })
  for (const call of readList(reply, "tool_calls"))
    conversation.call(readText(call, "id"), {
      tool: readText(call, "name") ?? "unknown",
      arguments: readMember(call, "arguments") ?? {},
    })
  conversation.count()
  return before
}

function addResult(conversation: Conversation, value: unknown): void {
  const ok = readMember(value, "ok")
  const exit_code = readNumber(value, "exit_code")
  conversation.result(readText(value, "call_id"), {
    observation: readText(value, "output") ?? readText(value, "error") ?? "",
    ...(typeof ok === "boolean" ? { failed: !ok } : {}),
    ...(exit_code === undefined ? {} : { exit_code }),
  })
}

function addVerdict(conversation: Conversation, value: unknown): void {
  const status = readText(value, "status")
  if (status === undefined) return
  const check_id = readText(value, "check_id")
  const exit_code = readNumber(value, "exit_code")
  const result: Pick<Recording, "observation" | "failed" | "exit_code" | "status"> = {
    observation: readText(value, "output") ?? readText(value, "evidence") ?? readText(value, "reason") ?? "",
    failed: status === "fail",
    ...(exit_code === undefined ? {} : { exit_code }),
    ...(status === "unable" ? { status: "interrupted" } : {}),
  }
  const id = `${VERIFY} ${check_id ?? ""}`
  conversation.call(id, {
    tool: VERIFY,
    arguments: check_id === undefined ? {} : { check: check_id },
    annotations: {
      kind: "test",
      evidence_role: "verification",
      ...(check_id === undefined ? {} : { check_id }),
    },
  })
  conversation.result(id, result)
}
