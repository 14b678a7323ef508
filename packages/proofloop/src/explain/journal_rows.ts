import { plural } from "@proofloop/foundation/text"
import type { JournalRecord } from "@proofloop/runtime/internal/journal"
import * as z from "zod"
import type { Row } from "../timeline/row.ts"
import { endWords } from "../timeline/rows.ts"
import { subjectOf } from "../timeline/tool_row.ts"

const reply = z.object({
  ok: z.literal(true),
  reply: z.object({
    text: z.string(),
    tool_calls: z.array(z.looseObject({ id: z.string().optional(), arguments: z.unknown() })),
  }),
})
const failedCall = z.object({
  ok: z.literal(false),
  failure: z.object({ kind: z.string(), message: z.string() }),
})
const toolResult = z.looseObject({
  tool_name: z.string(),
  call_id: z.string(),
  ok: z.unknown(),
  status: z.string().optional(),
  exit_code: z.number().optional(),
  mutation_status: z.string().optional(),
})
const verdict = z.looseObject({
  status: z.enum(["pass", "fail", "unable"]),
  evidence: z.string().optional(),
  reason: z.string().optional(),
  check_id: z.string().optional(),
})

export function createJournalRows(): (record: JournalRecord) => readonly Row[] {
  const calls = new Map<string, unknown>()
  return (record) => {
    switch (record.type) {
      case "begun":
        return [{ tone: "quiet", label: "task", text: record.task, wraps: true }]
      case "finished":
        return finishedRows(record, calls)
      case "resumed": {
        const doubt =
          record.in_doubt.length === 0 ? "nothing in flight" : `in doubt: ${record.in_doubt.join(", ")}`
        return [{ tone: "alert", label: "resumed", text: doubt }]
      }
      case "ended": {
        const { status, stop_reason, verified } = record.result
        return [
          {
            tone: verified ? "good" : "bad",
            label: "end",
            text: endWords(status, stop_reason),
            outcome: verified ? "verified" : "not verified",
          },
        ]
      }
      default:
        return []
    }
  }
}

function finishedRows(
  record: Extract<JournalRecord, { readonly type: "finished" }>,
  calls: Map<string, unknown>,
): readonly Row[] {
  const [, part = record.key] = record.key.split("/", 2)
  const { value } = record
  if (part.startsWith("model:")) return modelRows(value, calls)
  if (part.startsWith("tool:")) return toolRows(value, calls)
  if (part.startsWith("verify:")) return verdictRows(part, value)
  if (part.startsWith("back_off:")) return []
  return [{ tone: "quiet", label: "host", text: `${nameOf(part)} answered ${JSON.stringify(value ?? null)}` }]
}

function modelRows(value: unknown, calls: Map<string, unknown>): readonly Row[] {
  const failed = failedCall.safeParse(value)
  if (failed.success) {
    const { kind, message } = failed.data.failure
    return [{ tone: "bad", label: "model", text: `${kind}: ${message}`, outcome: "failed" }]
  }
  const said = reply.safeParse(value)
  if (!said.success) return []
  const { text, tool_calls } = said.data.reply
  for (const call of tool_calls) if (call.id !== undefined) calls.set(call.id, call.arguments)
  const tone = tool_calls.length > 0 ? "quiet" : "plain"
  return text.trim() === "" ? [] : [{ tone, label: "says", text }]
}

function toolRows(value: unknown, calls: Map<string, unknown>): readonly Row[] {
  const read = toolResult.safeParse(value)
  if (!read.success) return []
  const { tool_name, call_id, ok, status, exit_code, mutation_status } = read.data
  const done = ok === true
  const failure = status ?? (exit_code === undefined ? "failed" : `exit ${exit_code}`)
  const wrote = mutation_status === "applied" ? ["wrote"] : []
  return [
    {
      tone: done ? "plain" : "bad",
      label: tool_name,
      text: subjectOf(calls.get(call_id)),
      outcome: [...wrote, ...(done ? [] : [failure])].join(", "),
    },
  ]
}

function verdictRows(part: string, value: unknown): readonly Row[] {
  const read = verdict.safeParse(value)
  if (!read.success) return []
  const { status, evidence, reason, check_id } = read.data
  const tone = { pass: "good", fail: "bad", unable: "alert" } as const
  const said =
    evidence === undefined || evidence === "" ? reason : plural(evidence.split("\n").length, "line")
  return [
    {
      tone: tone[status],
      label: "verify",
      text: check_id ?? nameOf(part.slice("verify:".length)),
      outcome: [status.toUpperCase(), said].filter(Boolean).join("  "),
    },
  ]
}

function nameOf(part: string): string {
  return part.split(":")[0] ?? part
}
