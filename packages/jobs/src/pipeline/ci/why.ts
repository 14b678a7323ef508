import { cutCodePoints, oneLine, plural } from "@proofloop/foundation/text"
import type { Check } from "../../forge/checks.ts"
import type { CiState } from "./outcome.ts"
import { standings } from "./standing.ts"

interface Facts {
  readonly by_name: ReadonlyMap<string, Check["state"]>
  /** Those that have to pass. */
  readonly counted: readonly Check[]
  readonly missing: readonly string[]
  readonly required: ReadonlySet<string> | null
  readonly checks: readonly Check[]
  /** Those of the pushed commit. */
  readonly own: readonly Check[]
  readonly age_ms: number
}

/** The reason of a state in words, including what was left out. */
export function whyOf(state: CiState, facts: Facts): string {
  const { by_name, required, checks, own } = facts
  const beside = required === null ? [] : own.filter(({ name }) => !required.has(name))
  const others = checks.length - own.length
  return [
    reasons[state](facts),
    state === "red" && holds(by_name, "cancelled").length > 0
      ? `cancelled: ${names(holds(by_name, "cancelled"))}`
      : "",
    ...BESIDE.map((of) => {
      const found = beside.filter((check) => check.state === of)
      return found.length === 0 ? "" : `not required and ${TOLD[of]}: ${names(found.map(({ name }) => name))}`
    }),
    others === 0 ? "" : `left out, as they are of other commits: ${plural(others, "check")}`,
  ]
    .filter((part) => part !== "")
    .join("; ")
}

const BESIDE = ["failed", "needs_person", "cancelled"] as const
const TOLD = { failed: "failed", needs_person: "waiting for a person", cancelled: "cancelled" } as const

const reasons: Readonly<Record<CiState, (facts: Facts) => string>> = {
  pending: ({ by_name, counted, missing }) => {
    const waits = [
      ...(missing.length === 0 ? [] : [`required and not there yet: ${names(missing)}`]),
      ...(pendingNames(counted).length === 0 ? [] : [`yet to end: ${names(pendingNames(counted))}`]),
    ]
    if (waits.length > 0) return waits.join("; ")
    return by_name.size === 0 ? "no check has begun yet" : "another check may still appear"
  },
  green: ({ by_name, required }) =>
    `${plural(holds(by_name, "passed").length, required === null ? "check" : "required check")} passed`,
  red: ({ by_name }) => `failed: ${names(holds(by_name, "failed"))}`,
  no_runs: ({ by_name }) =>
    by_name.size === 0
      ? "no check appeared: nothing tested this commit"
      : `all checks were skipped: ${names([...by_name.keys()])}; nothing tested this commit`,
  timeout: ({ counted, missing, age_ms }) => {
    const left = [
      ...(missing.length === 0 ? [] : [`required and never there: ${names(missing)}`]),
      ...(pendingNames(counted).length === 0 ? [] : [`without an end: ${names(pendingNames(counted))}`]),
    ]
    const age =
      age_ms < 120_000
        ? plural(Math.round(age_ms / 1000), "second")
        : `${Math.round(age_ms / 60_000)} minutes`
    return `after ${age} ${left.join("; ")}`
  },
  needs_person: ({ by_name, own, missing }) => {
    const of = missing.length > 0 ? standings(own) : by_name
    const [waits, cancelled] = [holds(of, "needs_person"), holds(by_name, "cancelled")]
    return [
      ...(waits.length === 0 ? [] : [`a person has to look at ${names(waits)}`]),
      ...(cancelled.length === 0
        ? []
        : [`cancelled, to be started again: ${names(cancelled)}${toldOf(own, cancelled)}`]),
      ...(missing.length === 0 ? [] : [`required and not there: ${names(missing)}`]),
    ].join("; ")
  },
}

/** What the first of these checks says of itself. */
function toldOf(own: readonly Check[], of: readonly string[]): string {
  const said = own.find(({ name, summary }) => of.includes(name) && summary !== "")?.summary ?? ""
  return said === "" ? "" : ` (${cutCodePoints(oneLine(said), 300)})`
}

function holds(by_name: ReadonlyMap<string, Check["state"]>, state: Check["state"]): readonly string[] {
  return [...by_name].filter(([, of]) => of === state).map(([name]) => name)
}

function pendingNames(checks: readonly Check[]): readonly string[] {
  return checks.filter(({ state }) => state === "pending").map(({ name }) => name)
}

const MOST_NAMES = 8

/** Sorted, each once, each on one line. */
function names(of: readonly string[]): string {
  const distinct = [...new Set(of)].toSorted()
  const shown = distinct.slice(0, MOST_NAMES).map((name) => cutCodePoints(oneLine(name), 80))
  const left = distinct.length - shown.length
  return `${shown.join(", ")}${left > 0 ? ` and ${left} more` : ""}`
}
