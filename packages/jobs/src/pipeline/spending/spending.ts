import { join } from "node:path"
import { openAppendLog, readLog } from "@proofloop/foundation/files"
import { parsedJson } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import * as z from "zod"
import { EnvironmentFault } from "../../drive/fault.ts"
import type { PipelineSettings } from "../settings.ts"

export interface Spent {
  /** Tokens of model calls, input and output together. */
  readonly tokens: number
  /** 0 while no model tells its price. */
  readonly usd: number
  readonly model_calls: number
  /** Milliseconds of work. */
  readonly work_ms: number
}

/** The costs of runs, in one append-only file that several processes may share; a kill loses nothing. */
export interface Spending {
  of(run_id: string): Promise<Spent>
  /** By their ids, without runs that cost nothing. */
  byRun(): Promise<ReadonlyMap<string, Spent>>
  /** All runs since midnight, UTC. */
  today(): Promise<Spent>
  /** The same for each run, by their ids, without runs that cost nothing. */
  todayByRun(): Promise<ReadonlyMap<string, Spent>>
  /** Adds to what a run has used; absent fields add nothing. */
  add(run_id: string, spent: Partial<Spent>): Promise<void>
}

/** A limit of the run is reached; only its owner can raise it. */
class SpentError extends Error {
  readonly code = "spent"

  constructor(message: string) {
    super(message)
    this.name = "SpentError"
  }
}

const NOTHING: Spent = { tokens: 0, usd: 0, model_calls: 0, work_ms: 0 }

const lineSchema = z.object({
  at: z.string(),
  run: z.string(),
  tokens: z.number().nonnegative().default(0),
  usd: z.number().nonnegative().default(0),
  model_calls: z.number().nonnegative().default(0),
  work_ms: z.number().nonnegative().default(0),
})

type Line = z.output<typeof lineSchema>

/** A store has more runs than a process works on. */
const MAX_SUMS = 100

/**
 * Opens the file `spending.jsonl` in a folder; the first entry makes it. Keeps the sums of the day and of recently
 * asked runs, and reads only what was appended for them.
 */
export function openSpending(state_dir: string, now: () => number): Spending {
  const path = join(state_dir, "spending.jsonl")
  const sums = new Map<string, RunningSum<Spent>>()
  const sumOf = (key: string, counts: (line: Line) => boolean): RunningSum<Spent> => {
    const sum = sums.get(key) ?? runningSum(path, NOTHING, (total, text) => plusLine(total, text, counts))
    sums.delete(key)
    sums.set(key, sum)
    const [oldest] = sums.keys()
    if (sums.size > MAX_SUMS && oldest !== undefined) sums.delete(oldest)
    return sum
  }
  let of_day: { readonly day: string; readonly sum: RunningSum<Map<string, Spent>> } | null = null
  const dayOf = () => new Date(now()).toISOString().slice(0, 10)
  return {
    of: (run_id) => sumOf(`run ${run_id}`, ({ run }) => run === run_id).read(),
    byRun: () =>
      runningSum(path, new Map<string, Spent>(), (found, text) => {
        const line = readLine(text)
        return line === null ? found : found.set(line.run, plus(found.get(line.run) ?? NOTHING, line))
      }).read(),
    todayByRun() {
      const day = dayOf()
      if (of_day?.day !== day) {
        const sum = runningSum(path, new Map<string, Spent>(), (found, text) => {
          const line = readLine(text)
          if (line?.at.startsWith(day) !== true) return found
          // The map is this sum's own; a copy for each line would make reading quadratic.
          return found.set(line.run, plus(found.get(line.run) ?? NOTHING, line))
        })
        of_day = { day, sum }
      }
      return of_day.sum.read()
    },
    today() {
      const day = dayOf()
      return sumOf(`day ${day}`, ({ at }) => at.startsWith(day)).read()
    },
    async add(run_id, spent) {
      const log = await openAppendLog(path, { writers: "many" })
      try {
        const at = new Date(now()).toISOString()
        await log.append(`\n${JSON.stringify({ at, run: run_id, ...spent })}\n`)
      } finally {
        await log.close()
      }
    },
  }
}

function plusLine(total: Spent, text: string, counts: (line: Line) => boolean): Spent {
  const line = readLine(text)
  return line === null || !counts(line) ? total : plus(total, line)
}

/** What a crash cut off is no line. */
function readLine(text: string): Line | null {
  return lineSchema.safeParse(parsedJson(text)).data ?? null
}

function plus(one: Spent, other: Spent): Spent {
  return {
    tokens: one.tokens + other.tokens,
    usd: one.usd + other.usd,
    model_calls: one.model_calls + other.model_calls,
    work_ms: one.work_ms + other.work_ms,
  }
}

/** Throws SpentError for a limit of the run, EnvironmentFault for one of the day. */
async function requireBudget(
  { spending, limits, now }: Pick<PipelineSettings, "limits" | "now"> & { readonly spending: Spending },
  run_id: string,
): Promise<void> {
  const { tokens, usd, work_ms } = await spending.of(run_id)
  if (tokens >= limits.max_tokens) throw spent(`${tokens} tokens`, "max_tokens")
  if (limits.max_usd !== null && usd >= limits.max_usd) throw spent(`$${usd.toFixed(2)}`, "max_usd")
  if (work_ms >= limits.max_work_ms) throw spent(`${Math.round(work_ms / 1000)} s of work`, "max_work_ms")
  if (Object.values(DAILY).every((name) => limits[name] === null)) return
  const today = await spending.today()
  for (const [what, name] of Object.entries(DAILY) as [keyof typeof DAILY, LimitOfDay][]) {
    const limit = limits[name]
    if (limit === null || today[what] < limit) continue
    const midnight = new Date(now())
    midnight.setUTCHours(24, 0, 0, 0)
    const message = `all runs of today have used ${today[what]}, all of limits.${name}`
    throw new EnvironmentFault("budget", message, { retry_after_ms: midnight.getTime() - now() })
  }
}

const DAILY = {
  usd: "max_usd_a_day",
  tokens: "max_tokens_a_day",
  work_ms: "max_work_ms_a_day",
} as const

type LimitOfDay = (typeof DAILY)[keyof typeof DAILY]

function spent(what: string, limit: string): SpentError {
  return new SpentError(`the run has used ${what}, all of limits.${limit}: raise it and resume the run`)
}

/** The same model; its calls count to a run and are refused at a limit. */
export function meteredModel(
  model: Model,
  settings: Pick<PipelineSettings, "limits" | "now"> & { readonly spending: Spending },
  run_id: string,
): Model {
  const metered: Model = async (request, options) => {
    await requireBudget(settings, run_id)
    const reply = await model(request, options)
    const { input_tokens = 0, output_tokens = 0, cost_usd = 0 } = reply.usage ?? {}
    await settings.spending.add(run_id, {
      tokens: amount(input_tokens) + amount(output_tokens),
      usd: amount(cost_usd),
      model_calls: 1,
    })
    return reply
  }
  const { model_name, provider, timeout_ms } = model
  return Object.assign(metered, { model_name, provider, timeout_ms })
}

/** A model's report of its use is foreign data; it can never lower the count. */
function amount(told: number): number {
  return Number.isFinite(told) && told > 0 ? told : 0
}

interface RunningSum<Total> {
  /** Reads what was appended since the last time, by anyone; all of it when the file was replaced. One read at a time. */
  read(): Promise<Total>
}

/** Begins with `nothing`. An unfinished line is read once it has its line break; without a file there is nothing. */
function runningSum<Total>(
  path: string,
  nothing: Total,
  add: (total: Total, line: string) => Total,
): RunningSum<Total> {
  const fresh = { id: "", end: 0, total: nothing }
  let known = fresh
  const readOn = async (): Promise<Total> => {
    const found = await readLog(path, async (reader) => {
      const { id, size } = reader
      const next = { ...(id === known.id && size >= known.end ? known : fresh), id }
      await reader.visit((line, end) => {
        next.total = add(next.total, line.toString("utf8"))
        next.end = end
      }, next.end)
      return next
    })
    known = found ?? fresh
    return known.total
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    read() {
      const reading = last.then(readOn, readOn)
      last = reading
      return reading
    },
  }
}
