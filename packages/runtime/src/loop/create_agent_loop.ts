import { randomUUID } from "node:crypto"
import { createActor } from "xstate"
import { InvalidOptionError } from "../errors/invalid_option.ts"
import { thrownMessage } from "../errors/thrown_message.ts"
import { fillRunMachine, iterationOf } from "../machines/fill.ts"
import { repairMode } from "../machines/repair_mode.ts"
import { initialRun, type RunState } from "../machines/run_state.ts"
import type { RunSettings } from "../machines/settings.ts"
import type { RunEvent } from "../machines/setup.ts"
import { resolveModel, type ModelInput } from "../models/resolve.ts"
import type { EventBody, LoopEvent } from "../protocol/event.ts"
import type { Model } from "../protocol/model.ts"
import type { RunResult } from "../protocol/result.ts"
import { type RunPorts, createActors } from "./actors.ts"
import { systemClock } from "./clock.ts"
import { createEventStream } from "./event_stream.ts"
import { checkLoopOptions, checkRunOptions } from "./option_schema.ts"
import type { AgentLoopOptions, RunOptions } from "./options.ts"
import { readRepairAwareVariable, resolveRepairAware } from "./repair_aware.ts"
import { resultOf } from "./result.ts"
import { resolveSettings } from "./settings.ts"
import { createToolBox, type ToolBox } from "./tool_box.ts"
import { openTrace, type TraceSink } from "./trace.ts"

/** One run. `result` settles whether or not anyone reads `events`, and never rejects. */
export interface AgentRun {
  readonly run_id: string
  readonly events: AsyncIterable<LoopEvent>
  readonly result: Promise<RunResult>
  /** Ends the run now: what is in flight is stopped. The first cause of an ending wins. */
  abort(): void
  /** Ends the run at the next turn border with status `suspended`. */
  suspend(): void
}

export interface AgentLoop {
  /** Starts a run. Throws InvalidOptionError, before anything runs, when the task or a variable it needs is not valid. */
  run(task: string, options?: RunOptions): AgentRun
}

/**
 * Makes an agent loop. Throws InvalidOptionError naming the option, what was expected and given, and a near miss; after
 * that nothing throws: every ending is a status and a stop reason of the result.
 */
export function createAgentLoop(given: AgentLoopOptions): AgentLoop {
  checkLoopOptions(given)
  const options = withToolRoot(given)
  const model = resolveModel(options.model as ModelInput)
  const box = createToolBox(options.tools ?? [])
  // Checked once with the flag off and once with it on, so that a wrong knob is an error now and not in a run.
  for (const repair_aware of [false, true]) resolveSettings(options, box, repair_aware)
  const judges = {
    judge_model: judgeModel(options, "verify_completion_judge", model),
    done_judge_model: judgeModel(options, "done_judge", model),
  }
  return {
    run(task, given_run_options) {
      const run_options = checkRunOptions(given_run_options)
      if (typeof task !== "string" || task.trim() === "") {
        throw new InvalidOptionError({ option: "run.task", expected: "a task in words", got: task })
      }
      const flag = flagOf(options)
      if (typeof flag === "object" && flag !== null) readRepairAwareVariable(flag.env, process.env)
      return startRun(task, run_options, options, model, judges, box)
    },
  }
}

/** Tools that work in one folder say which: what verifies their work runs there too, unless the host says otherwise. */
function withToolRoot(options: AgentLoopOptions): AgentLoopOptions {
  const workspace_root =
    options.workspace_root ?? options.tools?.find((tool) => tool?.workspace_root)?.workspace_root
  return workspace_root === undefined ? options : { ...options, workspace_root }
}

function startRun(
  task: string,
  run_options: RunOptions,
  options: AgentLoopOptions,
  model: Model,
  judges: Pick<RunPorts, "judge_model" | "done_judge_model">,
  box: ToolBox,
): AgentRun {
  const run_id = run_options.run_id ?? randomUUID()
  const clock = options.clock ?? systemClock
  const started_at = clock.now()
  const stream = createEventStream(options.event_buffer ?? 1024)
  const control = {
    abort: (): void => undefined,
    suspend: (): void => undefined,
    aborted: false,
    suspended: false,
  }
  let seq = 0
  let trace: TraceSink | null = null

  const publish = (body: EventBody, at: Pick<LoopEvent, "iteration" | "repair_mode">): void => {
    // Deltas are not part of the record, so they take no number in it.
    if (body.type !== "model_delta") seq += 1
    const event: LoopEvent = { ...body, run_id, seq, at_ms: clock.now() - started_at, ...at }
    trace?.write(event)
    stream.push(event)
  }

  const execute = async (): Promise<RunResult> => {
    const flag = await resolveRepairAware(flagOf(options), { env: process.env })
    const settings = resolveSettings(options, box, flag.repair_aware)
    if (options.trace !== undefined) trace = await openTrace(options.trace)
    const fresh = initialRun({
      run_id,
      task,
      system_prompt: options.system_prompt,
      limit: settings.budget.initial,
    })
    const aborted = { status: "aborted", stop_reason: "aborted", wrapup: "refused", reserved: true } as const
    const first: RunState = control.aborted ? { ...fresh, ending: aborted } : fresh
    const last = await drive(first, settings, {
      flag_error: flag.error,
      publish,
      control,
      ports: {
        options,
        settings,
        model,
        ...judges,
        box,
        clock,
        started_at,
        step: options.step ?? ((_key, effect) => effect()),
      },
    })
    const result = resultOf(last, settings, clock.now() - started_at)
    const { status, stop_reason, verified, error } = result
    const error_code = error === undefined ? {} : { error_code: error.code }
    publish(
      { type: "run_end", status, stop_reason, verified, ...error_code },
      { iteration: iterationOf(last), repair_mode: repairMode(last) },
    )
    return result
  }

  const result = execute()
    .catch((error: unknown) => failedResult(run_id, task, error))
    .then(async (finished) => {
      // A trace that cannot be written is told; it does not change how the run ended.
      await trace?.close().catch((error: unknown) => {
        const message = thrownMessage(error)
        publish(
          { type: "host_callback_error", callback: "trace", message },
          { iteration: finished.usage.iterations, repair_mode: "no_evidence" },
        )
      })
      stream.end()
      return finished
    })
  const { signal } = run_options
  const run: AgentRun = {
    run_id,
    events: stream.events,
    result,
    abort() {
      control.aborted = true
      control.abort()
    },
    suspend() {
      control.suspended = true
      control.suspend()
    },
  }
  if (signal?.aborted === true) run.abort()
  else if (signal !== undefined) {
    const abort = (): void => run.abort()
    signal.addEventListener("abort", abort, { once: true })
    void result.finally(() => signal.removeEventListener("abort", abort))
  }
  return run
}

interface Drive {
  readonly flag_error: string | undefined
  readonly publish: (body: EventBody, at: Pick<LoopEvent, "iteration" | "repair_mode">) => void
  readonly control: { abort: () => void; suspend: () => void; aborted: boolean; suspended: boolean }
  readonly ports: Omit<RunPorts, "send" | "publish">
}

/** Runs the machine to its end; settles with the last state. */
function drive(
  first: RunState,
  settings: RunSettings,
  { flag_error, publish, control, ports }: Drive,
): Promise<RunState> {
  return new Promise((resolve) => {
    let finish = (): void => undefined
    // What was in flight when the run ended still reports; nobody listens any more.
    const send = (event: RunEvent): void => {
      if (actor.getSnapshot().status === "active") actor.send(event)
    }
    const actors = createActors({
      ...ports,
      send,
      publish: (body) => publishNow(body),
    })
    const machine = fillRunMachine(settings, () => finish()).provide({ actors })
    const actor = createActor(machine, { input: { run: first } })
    const publishNow = (body: EventBody): void => {
      const run = actor.getSnapshot().context
      publish(body, { iteration: iterationOf(run), repair_mode: repairMode(run) })
    }
    const deadline = startDeadline(settings, ports.options, () => send({ type: "deadline" }))
    finish = () => {
      finish = () => undefined
      clearTimeout(deadline)
      // The action runs before the snapshot is taken over, so the state is read a tick later.
      queueMicrotask(() => {
        const { context } = actor.getSnapshot()
        actor.stop()
        resolve(context)
      })
    }
    actor.on("published", ({ body, iteration, repair_mode }) => publish(body, { iteration, repair_mode }))
    actor.subscribe({
      error: (error) => {
        clearTimeout(deadline)
        const { context } = actor.getSnapshot()
        const message = thrownMessage(error)
        const ending = { status: "failed", stop_reason: "error", wrapup: "refused", reserved: false } as const
        resolve({ ...context, ending: context.ending ?? { ...ending, error: { code: "error", message } } })
      },
    })
    control.abort = () => send({ type: "abort" })
    control.suspend = () => send({ type: "suspend" })
    actor.start()
    if (flag_error !== undefined) {
      publishNow({ type: "host_callback_error", callback: "repair_aware", message: flag_error })
    }
    if (control.aborted) control.abort()
    if (control.suspended) control.suspend()
  })
}

/** The wall clock also interrupts what is in flight, in real time; a host's own clock is read at turn borders only. */
function startDeadline(
  settings: RunSettings,
  options: AgentLoopOptions,
  expire: () => void,
): NodeJS.Timeout | undefined {
  if (settings.wall_clock_ms === null || options.clock !== undefined) return undefined
  return setTimeout(expire, Math.min(settings.wall_clock_ms, 2 ** 31 - 1))
}

function flagOf({ stall_diagnostics }: AgentLoopOptions): Parameters<typeof resolveRepairAware>[0] {
  if (typeof stall_diagnostics !== "object" || stall_diagnostics === null) return undefined
  return stall_diagnostics.repair_aware ?? stall_diagnostics.repair_diagnostics?.repair_aware
}

function judgeModel(
  options: AgentLoopOptions,
  name: "verify_completion_judge" | "done_judge",
  model: Model,
): Model {
  const judge = options[name]
  if (typeof judge !== "object" || judge === null || judge.model === undefined) return model
  return resolveModel(judge.model, `createAgentLoop.${name}.model`)
}

/** A run that could not even start: a trace file that cannot be written, a flag that changed under way. */
function failedResult(run_id: string, task: string, error: unknown): RunResult {
  const message = thrownMessage(error)
  return {
    run_id,
    status: "failed",
    stop_reason: "error",
    error: { code: "error", message },
    verified: false,
    proof: null,
    text: "",
    usage: { iterations: 0, model_calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0, duration_ms: 0 },
    tools: { calls: 0, successful: [], failed: [] },
    verify_attempts: 0,
    adaptive_budget: { mode: "fixed", initial: 0, max: 0, final_limit: 0, extensions_used: 0, decisions: [] },
    transcript: [{ role: "user", content: task }],
  }
}
