import { describe, expect, test } from "vitest"
import { getStateNodes } from "xstate/graph"
import type { RepairMode } from "../protocol/event.ts"
import type { RunStatus, StopReason } from "../protocol/result.ts"
import { repairMode } from "./repair_mode.ts"
import { takenTransitions, transitionName } from "./transitions.fixture.ts"
import { variants } from "./variants.fixture.ts"
import { isEnded, keyOf, machineOf, type RunSnapshot, walk, type Walk } from "./walk.fixture.ts"

const walked = new Map<string, Walk>()

function walkOf(name: string): Walk {
  const known = walked.get(name)
  if (known !== undefined) return known
  const variant = variants[name]
  if (variant === undefined) throw new Error(`no variant ${name}`)
  const fresh = walk(variant)
  walked.set(name, fresh)
  return fresh
}

/** Every snapshot that was seen, also where several count as one state. */
function snapshotsOf(name: string): readonly RunSnapshot[] {
  const { states, edges } = walkOf(name)
  return [...states.slice(0, 1), ...edges.map(({ nextState }) => nextState)]
}

describe.each(Object.keys(variants))("%s", (name) => {
  test("an ending can be reached from every state", () => {
    const { states, edges } = walkOf(name)
    const before = new Map<string, string[]>()
    for (const { state, nextState } of edges) {
      const key = keyOf(nextState)
      before.set(key, [...(before.get(key) ?? []), keyOf(state)])
    }
    const ending = new Set(states.filter(isEnded).map(keyOf))
    for (const key of ending) for (const earlier of before.get(key) ?? []) ending.add(earlier)
    expect(states.filter((state) => !ending.has(keyOf(state))).map(({ value }) => value)).toEqual([])
  })

  test("in every state the repair region is the mode that the detector's state says", () => {
    for (const { value, context } of snapshotsOf(name)) expect(regionOf(value)).toBe(repairMode(context.run))
  })

  test("an end leaves nothing open, and every limit holds", () => {
    for (const { context } of snapshotsOf(name).filter(isEnded)) {
      expect(context.run.ending).not.toBeNull()
      expect(context.run.open).toEqual({ iteration: false, model_call: null, tools: [], verification: null })
      expect(answersIn(context.run)).toBe(callsIn(context.run))
      const { iteration, limit } = context.run.budgets
      expect(iteration).toBeLessThanOrEqual(limit)
    }
  })

  test("the first cause of an ending wins; only a reserved verification, or turns the host grants, may change it", () => {
    for (const { state, nextState } of walkOf(name).edges) {
      const [before, after] = [state.context.run.ending, nextState.context.run.ending]
      if (before === null || state.context.run.verification?.path === "reserved") continue
      const is_suspended = state.context.run.suspend_requested && after?.status === "suspended"
      if (asked(nextState) && !asked(state) && (after === null || is_suspended)) continue
      expect([after?.status, after?.stop_reason]).toEqual([before.status, before.stop_reason])
    }
  })

  test("an abort or deadline ends the run at once, from any state", () => {
    const interrupted = walkOf(name).edges.filter(
      ({ event }) => event.type === "abort" || event.type === "deadline",
    )
    expect(
      interrupted.filter(({ nextState }) => !isEnded(nextState)).map(({ state }) => state.value),
    ).toEqual([])
  })
})

const asked = (state: RunSnapshot): boolean => state.context.run.budgets.terminal_asked

describe("the walks together", () => {
  const states = (): readonly RunSnapshot[] => Object.keys(variants).flatMap((name) => walkOf(name).states)
  const endings = () => states().flatMap((state) => (isEnded(state) ? (state.context.run.ending ?? []) : []))

  test("reach every stop reason, each by a path of the graph", () => {
    const reached = new Set(endings().map(({ stop_reason }) => stop_reason))
    expect([...reached].toSorted()).toEqual(Object.keys(STOP_REASONS).toSorted())
  })

  test("reach every status", () => {
    expect([...new Set(endings().map(({ status }) => status))].toSorted()).toEqual(
      Object.keys(STATUSES).toSorted(),
    )
  })

  test("reach every repair mode", () => {
    const modes = new Set(states().map(({ context }) => repairMode(context.run)))
    expect([...modes].toSorted()).toEqual(Object.keys(REPAIR_MODES).toSorted())
  })

  test("enter every state and take every transition but those the detector rules out", () => {
    const taken = new Set<string>()
    const entered = new Set<string>()
    for (const name of Object.keys(variants)) takenTransitions(walkOf(name), taken, entered)
    const nodes = getStateNodes(machineOf({}).machine)
    expect(nodes.map(({ id }) => id).filter((id) => !entered.has(id))).toEqual([])
    const all = nodes.flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])])
    expect(all.map(transitionName).filter((transition) => !taken.has(transition))).toEqual(RULED_OUT)
  })
})

/**
 * The repair region's guards are one table for all modes, so the region cannot disagree with the detector. These five
 * cannot happen: a first failure would be stuck, or edited, at once, or an ending would be noted in the step that
 * folds.
 */
const RULED_OUT = [
  "run.repair.no_evidence -> run.repair.stuck [is_stuck]",
  "run.repair.no_evidence -> run.repair.failing.reverify_owed [is_reverify_owed]",
  "run.repair.passing -> run.repair.handed_back [is_handed_back]",
  "run.repair.passing -> run.repair.stuck [is_stuck]",
  "run.repair.passing -> run.repair.failing.reverify_owed [is_reverify_owed]",
]

const REPAIR_MODES: Readonly<Record<RepairMode, true>> = {
  no_evidence: true,
  passing: true,
  "failing.unedited": true,
  "failing.reverify_owed": true,
  stuck: true,
  handed_back: true,
}

const STATUSES: Readonly<Record<RunStatus, true>> = {
  done: true,
  stopped: true,
  stuck: true,
  budget_exhausted: true,
  verify_exhausted: true,
  completion_unverified: true,
  provider_error: true,
  aborted: true,
  failed: true,
  suspended: true,
}

const STOP_REASONS: Readonly<Record<StopReason, true>> = {
  sentinel: true,
  natural: true,
  required_tools_satisfied: true,
  post_turn_stop: true,
  stalled_done_judge: true,
  post_edit_reverify: true,
  repeated_verified_pass: true,
  reserved_terminal_verify: true,
  zero_write_terminal_verify: true,
  reserved_terminal_verify_failed: true,
  zero_write_terminal_verify_failed: true,
  suspended: true,
  thrash_hard_stop: true,
  max_nudges: true,
  max_iterations: true,
  token_budget: true,
  total_cost: true,
  wall_clock: true,
  circuit_breaker: true,
  verifier_unable: true,
  judge_cap_reached: true,
  missing_required_tools: true,
  provider_error: true,
  aborted: true,
  loop_control: true,
  error: true,
}

/** Calls the conversation holds: each must have its answer. */
function callsIn({ messages }: RunSnapshot["context"]["run"]): number {
  return messages.reduce(
    (sum, message) => sum + (message.role === "assistant" ? (message.tool_calls?.length ?? 0) : 0),
    0,
  )
}

function answersIn({ messages }: RunSnapshot["context"]["run"]): number {
  return messages.filter((message) => message.role === "tool").length
}

function regionOf({ repair }: RunSnapshot["value"]): string {
  return typeof repair === "string" ? repair : `failing.${repair.failing}`
}
