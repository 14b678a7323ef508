import { plural } from "@proofloop/foundation/text"
import { ENDED_STATES } from "@proofloop/jobs/internal/pipeline"
import type { RunState } from "@proofloop/jobs/pipeline"
import { heldText, since } from "../rows/shown.ts"
import { grouped } from "../terminal/text.ts"
import type { RunFacts } from "./facts.ts"

/** "2/3, 1 failed"; "" without a plan. */
export function subtaskText({ of, done, failed }: RunFacts["subtasks"]): string {
  if (of === 0) return ""
  return `${done}/${of}${failed === 0 ? "" : `, ${failed} failed`}`
}

/** "$0.42, 120 310 tokens, 31 calls"; without prices no money. */
export function spentText({ usd, tokens, model_calls }: RunFacts["spent"]): string {
  const money = usd === 0 ? [] : [`$${usd.toFixed(2)}`]
  return [...money, `${grouped(tokens)} tokens`, plural(model_calls, "call")].join(", ")
}

/** "CI red: test". */
export function ciText(ci: RunFacts["ci"]): string {
  if (ci === null) return ""
  return `CI ${ci.state.replaceAll("_", " ")}${ci.jobs.length === 0 ? "" : `: ${ci.jobs.slice(0, 3).join(", ")}`}`
}

/** "0.62, with its work 0.71"; "" before the analysis. */
export function scoresText({ scores: { before, after } }: Pick<RunFacts, "scores">): string {
  if (before === null) return ""
  const then = after === null ? "" : `, with its work ${after.toFixed(2)}`
  return `${before.toFixed(2)}${then}`
}

export function standText({ waits, held_by, ending, state }: RunFacts, now: number): string {
  if (held_by !== null) return `at work: ${heldText(held_by, now)}`
  if (waits !== null && isAway(waits))
    return `waits for ${waits.who} until ${waits.look_at ?? "it is back"}: ${waits.why}`
  if (waits !== null) return `waits for ${waits.who}, for ${since(waits.since, now)}: ${waits.why}`
  return ending === null ? state : `${ending.how.replaceAll("_", " ")}: ${ending.why}`
}

/** Runs by state, without states that have none. */
export type StateCounts = Readonly<Partial<Record<RunState, number>>>

/** "3 in all, 2 open, 1 waiting for a person, 1 until something is back". `runs` has the open ones. */
export function countsText(runs: readonly RunFacts[], states: StateCounts): string {
  const people = runs.filter(({ waits }) => waits?.who === "a person").length
  const away = runs.filter(({ waits }) => waits !== null && isAway(waits)).length
  const open = runs.filter((run) => !hasEnded(run)).length
  return `${open + endedAmong(states)} in all, ${open} open, ${people} waiting for a person, ${away} until something is back`
}

export function endedAmong(states: StateCounts): number {
  return ENDED_STATES.reduce((sum, state) => sum + (states[state] ?? 0), 0)
}

export function hasEnded({ state }: RunFacts): boolean {
  return ENDED_STATES.some((ended) => ended === state)
}

/** It waits for what comes back by itself. */
function isAway({ for: what, who }: NonNullable<RunFacts["waits"]>): boolean {
  return who !== "a person" && ENVIRONMENT_NAMES.has(what)
}

const ENVIRONMENT_NAMES: ReadonlySet<string> = new Set(["model", "forge", "runner", "budget"])
