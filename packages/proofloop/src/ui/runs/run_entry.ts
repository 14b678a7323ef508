import type { InboxItem } from "@proofloop/jobs"
import type { PipelineRun } from "@proofloop/jobs/pipeline"
import type { InboxEntry, RowAction } from "../../cockpit/sources/row_line.ts"
import type { Tone } from "../../kit/tone.ts"
import { ownCommand } from "../../pipeline/own_command.ts"
import type { Runs } from "../../pipeline/store.ts"
import { newestApproval } from "../newest_approval.ts"
import { runActions } from "./run_actions.ts"

export async function runEntry({ row_id, since, why, text }: InboxItem, runs: Runs): Promise<InboxEntry> {
  const { store } = runs
  const common = { source: "pipeline", row_id, since, why, text, tone: TONES[why] ?? "warn" }
  if (row_id === null) {
    const away = (await store.breakers()).find(({ opened_at }) => opened_at === since)
    const [first] = away?.row_ids ?? []
    const action: RowAction =
      away?.needs_person === true && first !== undefined
        ? {
            name: "resume",
            label: "Try it now",
            effect: `First give it what it lacks. Then a process of proofloop goes on with ${first}; the others follow once it is back.`,
            command: ownCommand(runs, "resume", first),
            how: "start",
            seen: `away ${first}`,
          }
        : {
            name: "wait",
            label: "It mends itself",
            effect: `It is tried again by itself from ${away?.until ?? "a later time"} on; ${away?.row_ids.length ?? 0} runs wait for it.`,
            command: "",
            how: "none",
            seen: "",
          }
    const title = away === undefined ? "a service" : `${away.environment} ${away.name}`
    return { ...common, row_id: action.how === "start" ? (first ?? null) : null, title, action }
  }
  const row = await store.get(row_id)
  const approval = row.state === "awaiting-approval" ? await newestApproval(store, row_id) : null
  const is_answered = approval !== null && approval.answer !== null
  const [action] = runActions(row, { place: runs, approval })
  if (action === undefined) throw new Error(`${row_id} is over, and stands in the inbox`)
  return {
    ...common,
    title: row.url,
    text: textOf(row, why) ?? text,
    action,
    ...(is_answered ? { why: "answered", text: `the plan is ${approval.answer}: the run can go on` } : {}),
  }
}

/** More than what the inbox of the store says, which the title says already; null: nothing more. */
function textOf({ work }: PipelineRun, why: string): string | null {
  if (why === "approval") return work.plan?.tasks.map(({ title }) => title).join("; ") ?? null
  if (why !== "merge") return null
  const { outcomes = [], ci } = work
  const done = outcomes.filter(({ status }) => status === "completed").length
  return `${done} of ${outcomes.length} subtasks done${ci === undefined ? "" : `; CI ${ci.state.replaceAll("_", " ")}: ${ci.why}`}`
}

const TONES: Readonly<Record<string, Tone>> = {
  alarm: "bad",
  failed: "bad",
  "red CI": "bad",
  gone: "bad",
  away: "bad",
}
