import { randomUUID } from "node:crypto"
import { createActor } from "xstate"
import { InvalidOptionError } from "../errors/invalid_option.ts"
import { thrownMessage } from "../errors/thrown_message.ts"
import { endError } from "../machines/ending_steps.ts"
import { fillRunMachine, iterationOf } from "../machines/fill.ts"
import { repairMode } from "../machines/repair_mode.ts"
import { initialRun, type RunState } from "../machines/run_state.ts"
import type { RunSettings } from "../machines/settings.ts"
import type { RunEvent } from "../machines/setup.ts"
import { resolveModel, type ModelInput } from "../models/resolve.ts"
import type { EventBody, LoopEvent } from "../protocol/event.ts"
import type { Json } from "../protocol/json.ts"
import type { Model } from "../protocol/model.ts"
import type { RunResult } from "../protocol/result.ts"
import { type RunPorts, createActors } from "./actors.ts"
import { guardedClock, systemClock } from "./clock.ts"
import { createEventStream } from "./event_stream.ts"
import { describeConfiguration } from "./journal/configuration.ts"
import { beginRun, openJournal, readRun, type RecordedRun } from "./journal/open.ts"
import { createRecorder, type Recorder } from "./journal/recorder.ts"
import { checkLoopOptions, checkResumeOptions, checkRunOptions } from "./option_schema.ts"
import type { AgentLoopOptions, Journal, ResumeOptions, RunOptions } from "./options.ts"
import type { LoopParts } from "./parts.ts"
import { readRepairAwareVariable, repairAwareFlag, resolveRepairAware } from "./repair_aware.ts"
import { resultOf } from "./result.ts"
import { resolveSettings } from "./settings.ts"
import { createToolBox } from "./tool_box.ts"
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
  /**
   * Goes on with a run from its journal: what is recorded is not done again, what was in flight is decided
   * (docs/resume.md). A run that ended keeps its result, unless it was aborted or suspended. Rejects with JournalError
   * when the journal cannot be read, is in use, or was begun with other options, a file error, or InvalidOptionError.
   */
  resume(journal: Journal, options?: ResumeOptions): Promise<AgentRun>
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
  const parts: LoopParts = { options, model, judges, box }
  return {
    run(task, given_run_options) {
      const run_options = checkRunOptions(given_run_options)
      if (typeof task !== "string" || task.trim() === "") {
        throw new InvalidOptionError({ option: "run.task", expected: "a task in words", got: task })
      }
      const flag = repairAwareFlag(options)
      if (typeof flag === "object" && flag !== null) readRepairAwareVariable(flag.env, process.env)
      const { run_id = randomUUID(), journal, note, signal } = run_options
      return startRun({ run_id, task, signal, note, journal: journal ?? null, past: null }, parts)
    },
    async resume(given_journal, given_resume_options) {
      const { signal } = checkResumeOptions(given_journal, given_resume_options)
      const store = await openJournal(given_journal)
      try {
        const past = await readRun(store, parts)
        const { result } = past
        const { run_id, task } = past.begun
        if (result === null) return startRun({ run_id, task, signal, journal: store, past }, parts)
        await store.close()
        return endedRun(result)
      } catch (error) {
        await store.close()
        throw error
      }
    },
  }
}

/** Tools that work in one folder say which: what verifies their work runs there too, unless the host says otherwise. */
function withToolRoot(options: AgentLoopOptions): AgentLoopOptions {
  const workspace_root =
    options.workspace_root ?? options.tools?.find((tool) => tool?.workspace_root)?.workspace_root
  return workspace_root === undefined ? options : { ...options, workspace_root }
}

interface Start {
  readonly run_id: string
  readonly task: string
  readonly signal: AbortSignal | undefined
  readonly note?: Json | undefined
  readonly journal: Journal | null
  /** What the journal says of the run so far; null for a new run. */
  readonly past: RecordedRun | null
}

function startRun({ run_id, task, signal, note, journal, past }: Start, parts: LoopParts): AgentRun {
  const { options, box } = parts
  const clock = options.clock === undefined ? systemClock : guardedClock(options.clock)
  const stream = createEventStream(options.event_buffer ?? 1024)
  const control = {
    abort: (): void => undefined,
    suspend: (): void => undefined,
    aborted: false,
    suspended: false,
  }
  let trace: TraceSink | null = null
  let recorder: Recorder | null = null

  const publish: Publish = (body, at, origin) => {
    if (recorder === null) return
    // Once aborted, a run leaves the course that a replay takes.
    const { seq, known } = recorder.tell(body.type, control.aborted ? "outside" : origin)
    const event: LoopEvent = { ...body, run_id, seq, at_ms: recorder.now(), ...at }
    if (!known && body.type !== "run_resumed") tellResumed(at)
    trace?.write(event)
    if (!known) stream.push(event)
  }
  let resumed_told = past === null
  const tellResumed = (at: At): void => {
    if (resumed_told || recorder === null) return
    resumed_told = true
    publish({ type: "run_resumed", ...recorder.resumed }, at, "outside")
  }

  let position = (): At => ({ iteration: 0, repair_mode: "no_evidence" })
  const execute = async (): Promise<RunResult> => {
    const flag =
      past === null
        ? await resolveRepairAware(repairAwareFlag(options), { env: process.env })
        : { repair_aware: past.repair_aware, error: undefined }
    const settings = resolveSettings(options, box, flag.repair_aware)
    const store = journal === null ? null : await openJournal(journal)
    recorder = createRecorder({
      clock,
      inner: options.step,
      store,
      records: past?.records ?? [],
      onLive: () => tellResumed(position()),
    })
    const { step, elapsed, border, restored } = recorder
    if (store !== null && past === null) {
      await beginRun(store, recorder, { run_id, task, note }, describeConfiguration(options, settings, box))
    }
    if (options.trace !== undefined) trace = await openTrace(options.trace, past === null ? null : run_id)
    const { system_prompt } = options
    const first = restored ?? initialRun({ run_id, task, system_prompt, limit: settings.budget.initial })
    const aborted = { status: "aborted", stop_reason: "aborted", wrapup: "refused", reserved: true } as const
    const last = await drive(control.aborted ? { ...first, ending: aborted } : first, settings, {
      flag_error: flag.error,
      publish,
      control,
      border,
      spent_ms: recorder.now(),
      onStart: (now) => {
        position = now
      },
      ports: { ...parts, ...parts.judges, settings, clock, step, elapsed },
    })
    const result = resultOf(last, settings, recorder.now())
    const { status, stop_reason, verified, error } = result
    const error_code = error === undefined ? {} : { error_code: error.code }
    publish(
      { type: "run_end", status, stop_reason, verified, ...error_code },
      { iteration: iterationOf(last), repair_mode: repairMode(last) },
      "outside",
    )
    await recorder.end(result)
    return result
  }

  const result = execute()
    .catch((error: unknown) => failedResult(run_id, task, error))
    .then(async (finished) => {
      // A journal or trace that cannot be closed is told; it does not change how the run ended.
      for (const [callback, kept] of [
        ["journal", recorder],
        ["trace", trace],
      ] as const) {
        await kept?.close().catch((error: unknown) => {
          publish(
            { type: "host_callback_error", callback, message: thrownMessage(error) },
            { iteration: finished.usage.iterations, repair_mode: "no_evidence" },
            "outside",
          )
        })
      }
      stream.end()
      return finished
    })
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

/** Where in a run an event belongs. */
type At = Pick<LoopEvent, "iteration" | "repair_mode">
type Publish = (body: EventBody, at: At, origin: "run" | "outside") => void

interface Drive {
  readonly flag_error: string | undefined
  readonly publish: Publish
  readonly control: { abort: () => void; suspend: () => void; aborted: boolean; suspended: boolean }
  readonly border: (run: RunState) => void
  /** Told, before the first step, how to ask where the run stands. */
  readonly onStart: (position: () => At) => void
  /** How long the run took before, in milliseconds. */
  readonly spent_ms: number
  readonly ports: Omit<RunPorts, "send" | "publish">
}

/** Runs the machine to its end; settles with the last state. */
function drive(
  first: RunState,
  settings: RunSettings,
  { flag_error, publish, control, border, onStart, spent_ms, ports }: Drive,
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
    const position = (): At => {
      const run = actor.getSnapshot().context
      return { iteration: iterationOf(run), repair_mode: repairMode(run) }
    }
    const publishNow = (body: EventBody): void => publish(body, position(), "outside")
    const deadline = startDeadline(settings, { ports, spent_ms }, () => send({ type: "deadline" }))
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
    actor.on("published", ({ body, iteration, repair_mode }) => {
      // A suspend is not repeated when the run is resumed.
      publish(body, { iteration, repair_mode }, body.type === "suspend_requested" ? "outside" : "run")
    })
    actor.on("border", ({ run }) => border(run))
    actor.subscribe({
      error: (error) => {
        clearTimeout(deadline)
        resolve(
          endError(actor.getSnapshot().context, { message: thrownMessage(error) }, settings, publishNow),
        )
      },
    })
    onStart(position)
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
  { ports, spent_ms }: Pick<Drive, "ports" | "spent_ms">,
  expire: () => void,
): NodeJS.Timeout | undefined {
  if (settings.wall_clock_ms === null || ports.options.clock !== undefined) return undefined
  return setTimeout(expire, Math.min(settings.wall_clock_ms - spent_ms, 2 ** 31 - 1))
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

/** A run that was over before: its result, and no events. */
function endedRun(result: RunResult): AgentRun {
  const stream = createEventStream(1)
  stream.end()
  const nothing = (): void => undefined
  return {
    run_id: result.run_id,
    events: stream.events,
    result: Promise.resolve(result),
    abort: nothing,
    suspend: nothing,
  }
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
