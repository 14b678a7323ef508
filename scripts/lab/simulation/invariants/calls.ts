import type { JournalRecord } from "@proofloop/runtime/internal/journal"
import { finishedKeys, inDoubt } from "../journal_lines.ts"
import { effectsOf, firstOf, type Invariant } from "./invariant.ts"

const READ_ONLY: ReadonlySet<string> = new Set(["read_file", "search"])
const RERUNNABLE: ReadonlySet<string> = new Set([
  ...READ_ONLY,
  "run_check",
  "set_note",
  "edit_file",
  "edit_both",
])

export const finishedCallsRunOnce: Invariant = {
  name: "no call with a finished record runs twice",
  difference: (chain) =>
    firstOf(chain.lives, (life) => {
      const finished = finishedTools(chain.records.slice(0, life.lines_before))
      const seen = new Set<string>()
      return firstOf(
        effectsOf(chain, life).filter(({ kind }) => kind === "tool"),
        ({ name, identity }) => {
          if (finished.has(identity))
            return `life ${life.number}: ${name} ${identity} has a finished record and runs again`
          if (seen.has(identity)) return `life ${life.number}: ${name} ${identity} runs twice`
          seen.add(identity)
          return null
        },
      )
    }),
}

/** The world only sees the requests of model calls: one for each record of them, and one a life in doubt. */
export const finishedQuestionsAreAskedOnce: Invariant = {
  name: "no model call, verification or callback with a finished record is asked twice",
  difference: (chain) => {
    if (chain.lines === null) return null
    return firstOf(["model", "verify", "host"] as const, (kind) => {
      const finished = chain.records.filter(
        (record) => record.type === "finished" && kindOf(record.key) === kind,
      ).length
      const asked = chain.world.effects.filter((effect) => effectKind(effect.kind) === kind).length
      const doubtful = chain.lives.filter((life) =>
        inDoubt(chain.records.slice(0, life.lines_after)).some(({ key }) => kindOf(key) === kind),
      ).length
      return asked > finished + doubtful
        ? `${asked} calls of the ${kind}, ${finished} finished records, ${doubtful} lives with one in doubt`
        : null
    })
  },
}

export const unknownEffectsHappenOnce: Invariant = {
  name: "a call whose effect nobody can know is not repeated",
  difference: ({ world }) => {
    const seen = new Set<string>()
    return firstOf(world.effects, ({ kind, name, identity, facts }) => {
      if (
        kind !== "tool" ||
        RERUNNABLE.has(name) ||
        facts["check"] !== undefined ||
        facts["known_check"] === true
      )
        return null
      if (seen.has(identity)) return `${name} ${identity} ran in two lives`
      seen.add(identity)
      return null
    })
  },
}

export const writesAreAlone: Invariant = {
  name: "only read-only calls run at once, up to the limit",
  difference: ({ world, plan }) => {
    const limit = plan.options.max_concurrent_tools ?? 8
    return firstOf(world.effects, ({ kind, name, beside, identity }) => {
      if (kind !== "tool") return null
      const most = READ_ONLY.has(name) ? limit : 1
      return beside > most ? `${name} ${identity} runs beside ${beside - 1} others` : null
    })
  },
}

function finishedTools(records: readonly JournalRecord[]): ReadonlySet<string> {
  return new Set(
    finishedKeys(records).flatMap((key) => {
      const [, iteration, call_id] = /^turn:(\d+)\/tool:\d+:(.*)$/.exec(key) ?? []
      return iteration === undefined || call_id === undefined ? [] : [`${iteration}/${call_id}`]
    }),
  )
}

function kindOf(key: string): "model" | "verify" | "host" | "other" {
  const asked = key.split("/")[1] ?? ""
  if (asked.startsWith("model:")) return "model"
  if (asked.startsWith("verify:")) return "verify"
  return asked.startsWith("tool:") || asked.startsWith("back_off:") ? "other" : "host"
}

function effectKind(kind: string): "model" | "verify" | "host" | "other" {
  if (kind === "model") return "model"
  if (kind === "judge" || kind === "verifier") return "verify"
  return kind === "callback" ? "host" : "other"
}
