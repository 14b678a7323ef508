import { lstat } from "node:fs/promises"
import { join } from "node:path"
import type { Prices } from "@proofloop/runtime"
import { DATA_NOTE } from "@proofloop/stdlib/internal/llm"
import type { FixPlan, Hit } from "../feedback.ts"
import type { FeedbackStore } from "../feedback_store.ts"
import type { PlannedFile } from "./plan_files.ts"

/** Model calls after a plan: the edits and the regression test. */
const CALLS_TO_COME = 2
/** The time of a fix when no earlier one is known. */
const DEFAULT_MINUTES = 12
const CHARACTERS_PER_TOKEN = 4
const CHARACTERS_PER_LINE = 48
/** Instructions and the form of the answer, of one prompt. */
const INSTRUCTION_CHARACTERS = 4000 + DATA_NOTE.length
/** No prompt carries more of one file. */
const MAX_FILE_CHARACTERS = 200_000

export interface CostOptions {
  readonly root: string
  readonly files: readonly PlannedFile[]
  readonly hits: readonly Hit[]
  readonly prices?: Prices | undefined
  /** Minutes of earlier fixes from plan to pull request. */
  readonly earlier_minutes?: readonly number[] | undefined
}

/**
 * The estimated cost of a plan. Each coming call takes the planned files on the disk, the hits and the instructions,
 * at 4 characters a token. USD is null without `prices`. Minutes: the median of `earlier_minutes`, 12 without.
 */
export async function estimateCost(options: CostOptions): Promise<FixPlan["cost_estimate"]> {
  const { root, files, hits, prices, earlier_minutes = [] } = options
  const sizes = await Promise.all(files.map(({ path }) => sizeOf(join(root, path))))
  const snippets = hits.reduce((sum, { snippet }) => sum + snippet.length, 0)
  const read = sizes.reduce((sum, size) => sum + size, snippets + INSTRUCTION_CHARACTERS)
  const written = files.reduce((sum, { loc_estimate }) => sum + loc_estimate, 0) * CHARACTERS_PER_LINE
  const input = CALLS_TO_COME * Math.ceil(read / CHARACTERS_PER_TOKEN)
  const output = CALLS_TO_COME * Math.ceil(written / CHARACTERS_PER_TOKEN)
  return {
    tokens: input + output,
    usd: prices === undefined ? null : usd(input, output, prices),
    wall_clock_minutes: median(earlier_minutes) ?? DEFAULT_MINUTES,
  }
}

async function sizeOf(path: string): Promise<number> {
  const stats = await lstat(path).catch(() => null)
  return stats?.isFile() ? Math.min(stats.size, MAX_FILE_CHARACTERS) : 0
}

/** To a hundredth of a cent. */
function usd(input: number, output: number, prices: Prices): number {
  const micro = input * prices.input_per_million_usd + output * prices.output_per_million_usd
  return Math.ceil(micro / 100) / 10_000
}

function median(values: readonly number[]): number | null {
  const sorted = values.filter((value) => Number.isFinite(value) && value >= 0).toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 10) / 10
}

/** The time earlier fixes took from the plan to the pull request: the newest twenty verified ones. */
export async function earlierMinutes(store: FeedbackStore): Promise<readonly number[]> {
  const memories = await store.recall("review_patterns", "", 20)
  return memories.map(({ payload }) => payload[MINUTES]).filter((minutes) => typeof minutes === "number")
}

/** The part that is remembered for later plans; {} when the history does not say. */
export async function minutesTaken(
  store: FeedbackStore,
  id: string,
): Promise<Readonly<Record<string, number>>> {
  const notes = await store.notes(id)
  const published = notes.findLast(({ transition }) => transition?.endsWith(" → fix-pr-open"))
  const begun = notes.findLast(
    ({ seq, transition }) => seq < (published?.seq ?? 0) && transition?.endsWith(" → in-fix"),
  )
  if (published === undefined || begun === undefined) return {}
  const minutes = (Date.parse(published.at) - Date.parse(begun.at)) / 60_000
  return { [MINUTES]: Math.max(0, Math.round(minutes * 10) / 10) }
}

const MINUTES = "minutes_to_pull_request"
