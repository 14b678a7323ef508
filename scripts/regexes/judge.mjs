import { analyse } from "scslre"
import { findPumps } from "./ambiguity.mjs"

/** Steps a character may cost because of repetitions that have an end. */
const MAX_STEPS_PER_CHARACTER = 1024

/**
 * The problem of a regular expression, or null: text on which it takes more than linear time, or far too many steps
 * for each character. Two judges: scslre knows assertions best, and repeats one character; our own repeats any text.
 */
export function judgeRegex({ source, flags }) {
  try {
    return ofPumps(findPumps(source, flags)) ?? ofReports(analyse({ source, flags }).reports)
  } catch (error) {
    return error.message
  }
}

function ofPumps(pumps) {
  const exponential = pumps.find(({ kind }) => kind === "exponential")
  if (exponential !== undefined) return `exponential on ${shown(exponential)}`
  let worst = { steps: 0 }
  for (const pump of pumps) {
    const steps = stepsFrom(pump, pumps, new Set())
    if (steps > worst.steps) worst = { steps, pump }
  }
  if (worst.steps <= MAX_STEPS_PER_CHARACTER) return null
  const steps =
    worst.steps === Infinity
      ? "as many steps a character as there are characters"
      : `${worst.steps} steps a character`
  return `${steps} on ${shown(worst.pump)}`
}

/** Loops that share a text multiply; one of them runs once over the text, unless each match before it starts it again. */
function stepsFrom(pump, pumps, seen) {
  const next = pumps.filter(({ kind, at }) => kind === "trade" && at === pump.to && !seen.has(at))
  const after = Math.max(1, ...next.map((one) => stepsFrom(one, pumps, new Set([...seen, pump.at]))))
  if (pump.kind === "trade") return Math.min(...pump.loops) * after
  const shared = pumps.filter(({ kind, at }) => kind === "trade" && at === pump.at)
  return pump.loops[0] * Math.max(1, ...shared.map((one) => stepsFrom(one, pumps, new Set())))
}

function shown({ kind, pump }) {
  return `${JSON.stringify(pump)}.repeat(n) (${kind})`
}

function ofReports([report]) {
  if (report === undefined) return null
  const growth = report.exponential ? "exponential" : "more than linear"
  return `${growth} on ${JSON.stringify(report.character.pick)}.repeat(n) (${report.type.toLowerCase()}, by scslre)`
}
