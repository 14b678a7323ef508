import { thrownMessage } from "@proofloop/foundation/errors"
import { oneLine } from "@proofloop/foundation/text"
import type { Breaker } from "@proofloop/jobs/internal"
import { openAudit, openSpending, openWorkers, type Worker } from "@proofloop/jobs/internal/pipeline"
import { pipelineInbox } from "@proofloop/jobs/pipeline"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { wrap, wrapText } from "../console/wrap.ts"
import { stoppedText, stopFile } from "../pipeline/standstill.ts"
import { type Runs, withFoundRuns } from "../pipeline/store.ts"
import type { StateCounts } from "../pipeline/words.ts"
import { breakerText } from "../rows/shown.ts"
import { createStyle } from "../terminal/style.ts"

interface FleetStatus {
  readonly workers: readonly Worker[]
  /** Runs by state, without states that have none. */
  readonly states: StateCounts
  readonly repositories: number
  readonly inbox: number
  readonly breakers: readonly Breaker[]
  readonly stop_file: string | null
  readonly today: { readonly tokens: number; readonly usd: number; readonly work_ms: number }
  /** The last decisions, newest last. */
  readonly audit: readonly { readonly at: string; readonly by: string; readonly did: string }[]
  readonly audit_error: string | null
}

const NOTHING: Omit<FleetStatus, "stop_file"> = {
  workers: [],
  states: {},
  repositories: 0,
  inbox: 0,
  breakers: [],
  today: { tokens: 0, usd: 0, work_ms: 0 },
  audit: [],
  audit_error: null,
}

const LAST_DECISIONS = 5

/** `fleet status`: workers, runs, unavailable services, and the costs of today. */
export async function showFleet(input: Input, io: Io): Promise<number> {
  return withFoundRuns(
    input,
    io,
    async (runs) => tell(await readStatus(runs), input, io),
    (state_dir) => tell({ ...NOTHING, stop_file: stopFile(state_dir) }, input, io),
  )
}

async function readStatus({ store, state_dir }: Runs): Promise<FleetStatus> {
  const { tokens, usd, work_ms } = await openSpending(state_dir, Date.now).today()
  const audited = await openAudit(state_dir, Date.now)
    .read()
    .then(
      (records) => ({ records, error: null }),
      (error: unknown) => ({ records: [], error: thrownMessage(error) }),
    )
  return {
    workers: await openWorkers(state_dir, Date.now).list(),
    states: await store.counts(),
    repositories: await store.countValues("url"),
    inbox: (await pipelineInbox(store)).filter(({ row_id }) => row_id !== null).length,
    breakers: await store.breakers(),
    stop_file: stopFile(state_dir),
    today: { tokens, usd, work_ms },
    audit: audited.records.slice(-LAST_DECISIONS).map(({ at, by, did }) => ({ at, by: by.name, did })),
    audit_error: audited.error,
  }
}

function tell(status: FleetStatus, input: Input, io: Io): number {
  const { width } = createStyle(io.stdout, io.env)
  io.stdout.write(input.json ? `${JSON.stringify(status)}\n` : statusText(status, width))
  return EXIT_CODES.clean
}

function statusText(
  { workers, states, repositories, inbox, breakers, stop_file, today, audit, audit_error }: FleetStatus,
  width: number,
): string {
  const counts = Object.entries(states).map(([state, count]) => `${state} ${count}`)
  const at_work = workers.map(
    ({ pid, host, active, concurrency, turns, is_draining }) =>
      `  ${pid} on ${oneLine(host)}: ${active.length} of ${concurrency} turns, ${turns} ended${is_draining ? ", draining" : ""}`,
  )
  const { tokens, usd, work_ms } = today
  const lines = [
    ...(stop_file === null ? [] : [stoppedText(stop_file), ""]),
    `Repositories  ${repositories}`,
    ...fact("Runs", counts.length === 0 ? "none" : counts.join(", "), width),
    `For a person  ${inbox}${inbox === 0 ? "" : "; see: npx proofloop pipeline status"}`,
    `Today         ${tokens} tokens, $${usd.toFixed(2)}, ${Math.round(work_ms / 60_000)} min of work`,
    workers.length === 0 ? "Workers       none" : "Workers",
    ...at_work,
    ...(breakers.length === 0 ? [] : ["Away"]),
    ...breakers.map((breaker) => `  ${oneLine(breakerText(breaker))}`),
    ...(audit_error === null ? [] : [`Decisions     damaged: ${oneLine(audit_error)}`]),
    ...(audit.length === 0 ? [] : ["Decisions"]),
    ...audit.map(({ at, by, did }) => `  ${at.slice(0, 16).replace("T", " ")} ${did}, by ${oneLine(by)}`),
  ]
  return wrapText(`${lines.join("\n")}\n`, width)
}

function fact(name: string, words: string, width: number): readonly string[] {
  return wrap(words, width - 14).map((line, at) => `${(at === 0 ? name : "").padEnd(14)}${line}`)
}
