import type { ActorLogic, SnapshotFrom } from "xstate"
import { adjacencyMapToArray, getAdjacencyMap } from "xstate/graph"
import type { AgentLoopOptions } from "../loop/options.ts"
import { resolveSettings } from "../loop/settings.ts"
import { createToolBox } from "../loop/tool_box.ts"
import type { Tool } from "../protocol/executable_tool.ts"
import type { ModelReply } from "../protocol/model.ts"
import type { ToolAnnotations, ToolResult } from "../protocol/tool.ts"
import type { Verdict } from "../protocol/verdict.ts"
import { filledMachine } from "./filled_machine.ts"
import { repairMode } from "./repair_mode.ts"
import type { runMachine } from "./run.ts"
import {
  type ControlAnswer,
  initialRun,
  type ModelFailure,
  type PostTurnVerdict,
  type RunState,
  type StageOutcome,
  type TerminalGrant,
} from "./run_state.ts"
import type { Effects, RunContext, RunEvent } from "./setup.ts"
import type { DispatchOutcome, ModelOutcome } from "./turn_steps.ts"

export type RunSnapshot = SnapshotFrom<typeof runMachine>

/** The possible answers of the machine's actors. A walk tries every answer in every state that waits for one. */
export interface Answers {
  readonly replies: readonly ModelReply[]
  readonly failures?: readonly ModelFailure["kind"][]
  /** By the call's name. */
  readonly results: Readonly<Record<string, readonly ToolResult[]>>
  readonly verdicts?: readonly Verdict[]
  readonly post_turn?: readonly PostTurnVerdict[]
  readonly control?: readonly (ControlAnswer | null)[]
  readonly terminal?: readonly (TerminalGrant | null)[]
  /** Milliseconds the run has lasted when an answer comes. Default 0. */
  readonly elapsed_ms?: number
  /** Defects of an actor: its promise rejects. */
  readonly rejections?: boolean
  /** Events from outside, in any state. Default: nothing. */
  readonly outside?: (snapshot: RunSnapshot) => readonly RunEvent[]
}

const tools: readonly Tool[] = [
  tool("run_test", { evidence_role: "verification" }),
  tool("lint", { evidence_role: "verification", check_id: "lint" }),
  tool("apply_fix", { kind: "edit" }),
]

export const CALLS = {
  test: [{ name: "run_test", arguments: {} }],
  lint: [{ name: "lint", arguments: {} }],
  fix: [{ name: "apply_fix", arguments: {} }],
} as const

export function says(text: string, tool_calls: ModelReply["tool_calls"] = []): ModelReply {
  return { text, tool_calls }
}

/** The machine of a run with these options, and its start state. */
export function machineOf(options: Partial<AgentLoopOptions>, start: Partial<RunState["budgets"]> = {}) {
  const all: AgentLoopOptions = { model: () => Promise.reject(new Error("never called")), tools, ...options }
  const settings = resolveSettings(all, createToolBox(all.tools ?? []), repairAwareOf(all))
  const first = initialRun({
    run_id: "r",
    task: "t",
    system_prompt: undefined,
    limit: settings.budget.initial,
  })
  const run = { ...first, budgets: { ...first.budgets, ...start } }
  return { machine: filledMachine, input: { run, settings, effects: nobody, onFinish: () => undefined } }
}

const unfilled = (): Promise<never> => Promise.reject(new Error("a walk answers in the place of its actors"))
const nobody: Effects = {
  call_model: unfilled,
  dispatch_tools: unfilled,
  ask_verifier: unfilled,
  consult_host: unfilled,
  control_loop: unfilled,
  consult_terminal: unfilled,
  back_off: unfilled,
}

/** A run's options, the answers it gets, and what it has spent when it starts, if it was resumed. */
export interface Variant {
  readonly options: Partial<AgentLoopOptions>
  readonly answers: Answers
  readonly start?: Partial<RunState["budgets"]>
}

export type Walk = ReturnType<typeof walk>

/** Every state the answers lead to, breadth first; states that agree on `keyOf` are one. */
export function walk({ options, answers, start }: Variant, limit = 20_000) {
  const { machine, input } = machineOf(options, start)
  // The graph's types know no emitted events.
  const logic = machine as unknown as ActorLogic<RunSnapshot, RunEvent, RunContext>
  const map = getAdjacencyMap(logic, {
    input,
    limit,
    // Done events of actors are the machine's own, so its event type does not list them.
    events: (snapshot) => eventsFor(snapshot, answers) as RunEvent[],
    serializeState: (snapshot) => keyOf(snapshot),
    serializeEvent: (event) => JSON.stringify(event),
    stopWhen: isEnded,
  })
  return {
    machine,
    input,
    states: Object.values(map).map(({ state }) => state),
    edges: adjacencyMapToArray(map),
  }
}

/** What may happen next: each answer of each running actor, and events from outside. */
function eventsFor(snapshot: RunSnapshot, answers: Answers): readonly { readonly type: string }[] {
  const events: { readonly type: string }[] = [...(answers.outside?.(snapshot) ?? [])]
  const { children, context } = snapshot
  for (const [id, child] of Object.entries(children)) {
    if (child === undefined) continue
    const outputs = outputsOf(child.src, context.run, answers)
    events.push(...outputs.map((output) => ({ type: `xstate.done.actor.${id}`, output, actorId: id })))
    if (answers.rejections === true) {
      events.push({ type: `xstate.error.actor.${id}`, error: new Error("defect"), actorId: id } as {
        type: string
      })
    }
  }
  return events
}

function outputsOf(src: unknown, run: RunState, answers: Answers): readonly unknown[] {
  const elapsed_ms = answers.elapsed_ms ?? 0
  switch (src) {
    case "call_model":
      return [
        ...answers.replies.map((reply): ModelOutcome => ({ ok: true, reply, elapsed_ms })),
        ...(answers.failures ?? []).map((kind): ModelOutcome => ({
          ok: false,
          failure: { kind, message: "no", retry_after_ms: null },
          elapsed_ms,
        })),
      ]
    case "dispatch_tools": {
      // The loop reports the end of every tool it started before it reports the batch.
      if (run.open.tools.length > 0) return []
      const names = run.turn?.calls.map(({ tool_name }) => tool_name) ?? []
      const lists = names.map((name) => answers.results[name] ?? [{ ok: true, output: "ok" }])
      return combinations(lists).map((results): DispatchOutcome => ({
        results: results.map((result, at) => ({
          tool_name: names[at],
          annotations: annotationsOf(names[at]),
          ...result,
        })),
        signals: {},
        elapsed_ms,
      }))
    }
    case "ask_verifier": {
      const stage = run.verification?.stages[0] ?? "done_judge"
      const source = stage === "verify_completion" ? "function" : "judge"
      return (answers.verdicts ?? []).map((verdict): StageOutcome => ({ stage, source, verdict, elapsed_ms }))
    }
    case "consult_host":
      return (answers.post_turn ?? []).map((answer) => ({ answer, elapsed_ms }))
    case "consult_terminal":
      return (answers.terminal ?? [null]).map((answer) => ({ answer, elapsed_ms }))
    case "control_loop":
      return (answers.control ?? [null]).map((answer) => ({ answer, elapsed_ms }))
    default:
      return [undefined]
  }
}

/** The loop lays a tool's annotations on its results. */
function annotationsOf(name: string | undefined): ToolAnnotations {
  const declared = tools.find((known) => known.name === name)?.annotations
  return typeof declared === "object" ? declared : {}
}

function combinations<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (found, list) => found.flatMap((head) => list.map((item) => [...head, item])),
    [[]],
  )
}

/** The loop is over; the repair region has no end of its own. */
export function isEnded(snapshot: RunSnapshot): boolean {
  return snapshot.matches({ loop: "ended" })
}

/** What tells two states of a run apart here: place, ending, and the counters that guards read. */
export function keyOf(snapshot: RunSnapshot): string {
  const { value } = snapshot
  const { run } = snapshot.context
  const { budgets, detector, turn, verification, ending } = run
  if (isEnded(snapshot)) return JSON.stringify([value, ending, repairMode(run)])
  return JSON.stringify([
    value,
    ending,
    repairMode(run),
    [budgets.iteration, budgets.limit, budgets.transport_attempt, budgets.consecutive_failures],
    [budgets.verify_attempts, budgets.verify_unable, budgets.required_tool_nudges],
    [budgets.reserve_used, budgets.reprieve_until, budgets.rescues, budgets.terminal_asked],
    [budgets.completion_judge, budgets.done_judge, budgets.text_only_turns, budgets.completion_confirmed],
    [
      detector.same_diagnostic_streak,
      detector.consecutive_trips,
      detector.hard_stop,
      detector.same_observation_streak,
    ],
    detector.slots.map((slot) => [slot.check_id, slot.class, slot.reverify_owed]),
    [
      detector.work.write_epoch,
      detector.work.unverified_write,
      detector.verified_write_epoch,
      run.tools.successful,
    ],
    [
      turn?.calls.map((call) => call.tool_name),
      turn?.warned,
      turn?.reverify_mandated,
      turn?.hard_stop,
      turn?.vetoed,
    ],
    verification && [verification.trigger, verification.path, verification.stages],
    run.suspend_requested,
    run.open.tools.length,
  ])
}

function tool(name: string, annotations: Tool["annotations"]): Tool {
  return { name, description: name, input_schema: { type: "object" }, annotations, execute: () => "" }
}

function repairAwareOf({ stall_diagnostics }: AgentLoopOptions): boolean {
  return typeof stall_diagnostics === "object" && stall_diagnostics?.repair_aware === true
}
