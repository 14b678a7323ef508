import { setMaxListeners } from "node:events"
import { thrownMessage } from "@proofloop/foundation/errors"
import { type Clock, createDeadline, raceAbort } from "@proofloop/foundation/process"
import { cutCodePoints } from "@proofloop/foundation/text"
import { isModelError, MODEL_ERROR_KINDS } from "../errors/model_error.ts"
import { readField } from "../evidence/read_field.ts"
import type { ModelFailure, RunState } from "../machines/run_state.ts"
import type { RunSettings } from "../machines/settings.ts"
import type { Effects, RunEvent, StageInput } from "../machines/setup.ts"
import type { EventBody } from "../protocol/event.ts"
import type { ModelDelta, Model, ModelReply } from "../protocol/model.ts"
import type { Verdict } from "../protocol/verdict.ts"
import { type SeenVerdict, verdictOnWorkspace } from "./checked_workspace.ts"
import { dispatchCalls } from "./dispatch.ts"
import { tellingTestFiles } from "./failing_test_files.ts"
import { askControl, askPostTurn, askSignals, askTerminal, type HostCall } from "./host.ts"
import { askJudge } from "./judge.ts"
import { areChecksAlone, isDeclaredCheck, mayBeCheck } from "./may_be_check.ts"
import { describeModelReply } from "./model_reply.ts"
import type { ReadLoopOptions, VerifyPayload } from "./options.ts"
import { knowsFiles, type RunFiles } from "./run_files.ts"
import type { RunProcesses } from "./run_processes.ts"
import { annotationsOf } from "./run_tool.ts"
import { knownChecks } from "./settings.ts"
import type { Step } from "./step.ts"
import type { ToolBox } from "./tool_box.ts"
import { verdictOfAnswer } from "./verdicts.ts"
import { verifyByCommand, commandLine } from "./verify_command.ts"
import { watchChecks } from "./watched_checks.ts"

export interface RunPorts {
  readonly options: ReadLoopOptions
  readonly settings: RunSettings
  readonly model: Model
  readonly judge_model: Model
  readonly done_judge_model: Model
  readonly box: ToolBox
  readonly clock: Clock
  readonly files: RunFiles
  readonly processes: RunProcesses
  readonly step: Step
  /** Milliseconds of the run when its last effect ended. */
  readonly elapsed: () => number
  readonly send: (event: RunEvent) => void
  readonly publish: (body: EventBody) => void
}

/** Every effect of a run, each under its step key. They reject only for a defect. */
export function createEffects(ports: RunPorts): Effects {
  const { options, settings, clock, files, step, elapsed } = ports
  /** Host functions, as long as the run is not stopped. */
  const until = (signal: AbortSignal): HostCall => ({
    step: (key, effect) => step(key, effect, { signal }),
    time_ms: options.callback_timeout_ms === undefined ? 600_000 : options.callback_timeout_ms,
    report: (callback, message) => ports.publish({ type: "host_callback_error", callback, message }),
  })
  return {
    async call_model(input, signal) {
      const { run, purpose } = input
      const key = `${turnKey(run)}/model:${purpose}:${run.budgets.model_calls}`
      // Lets timers, signals and an abort run: a model and tools that answer at once leave them no other moment.
      await new Promise<void>((resolve) => setImmediate(resolve))
      const outcome = await step(key, () => callModel(ports, run, purpose, signal), { signal })
      return { ...outcome, elapsed_ms: elapsed() }
    },
    async dispatch_tools(input, signal) {
      const { run, calls } = input
      // Each concurrent call listens for an abort, and Node takes more than ten listeners for a leak.
      setMaxListeners(0, signal)
      const known = { box: ports.box, checks: knownChecks(options), root: options.workspace_root }
      const readFiles = async () => (await files.read(signal))?.sha256 ?? null
      const readSeen = async () => seenFiles(await readFiles(), files)
      const looks = knowsFiles(options) && areChecksAlone(calls, (call) => annotationsOf(call, known))
      const watched = watchChecks(calls, { known, readSeen, is_known: knowsFiles(options) })
      const before = looks ? await step(`${turnKey(run)}/workspace:before`, readFiles, { signal }) : undefined
      const writes = files.writes()
      if (calls.some((call) => isDeclaredCheck(call, annotationsOf(call, known)))) files.noteCheck("begins")
      const results = await dispatchCalls(calls, {
        ...known,
        iteration: run.budgets.iteration,
        env: ports.processes.env,
        timeout_ms: options.tool_timeout_ms ?? 600_000,
        max_concurrent: options.max_concurrent_tools ?? 8,
        signal,
        step,
        around: (call, record) =>
          tellingTestFiles(options, run.detector, looks ? call : () => watched.around(record, call)),
        started: (index) => ports.send({ type: "tool_started", index }),
        finished: (index, result) => ports.send({ type: "tool_finished", index, result }),
      })
      files.noteWritten(results)
      const signals = await askSignals(options, {
        run,
        results,
        names: settings.signals,
        host: until(signal),
      })
      const is_check = calls.some((call, index) => mayBeCheck(call, results[index]))
      const seen = is_check
        ? await step(
            `${turnKey(run)}/workspace`,
            async () => {
              const sha256 = await readFiles()
              const was_seen = looks ? files.writes() === writes : watched.sawLast(seenFiles(sha256, files))
              return was_seen ? sha256 : null
            },
            { signal },
          )
        : null
      return {
        results,
        signals,
        ...(seen === null || (before !== undefined && before !== seen) ? {} : { workspace_sha256: seen }),
        elapsed_ms: elapsed(),
      }
    },
    async ask_verifier(input, signal) {
      const { run, stage } = input
      const key = `${turnKey(run)}/verify:${stage}:${run.budgets.verify_attempts}:${run.budgets.verify_unable}`
      const { workspace_sha256, reused, written_by_check, ...verdict } = await step<SeenVerdict>(
        key,
        () => askStage(ports, input, signal),
        { signal },
      )
      files.noteProducts(written_by_check ?? [])
      const source = stage === "verify_completion" ? (settings.verify_completion ?? "function") : "judge"
      const command = options.verify_completion
      return {
        stage,
        source,
        verdict,
        ...(source === "command" && typeof command === "object" ? { command: commandLine(command) } : {}),
        ...(workspace_sha256 === undefined ? {} : { workspace_sha256 }),
        ...(reused === undefined ? {} : { reused }),
        elapsed_ms: elapsed(),
      }
    },
    async consult_host(input, signal) {
      const answer = await askPostTurn(options, input.run, until(signal))
      return { answer, elapsed_ms: elapsed() }
    },
    async control_loop(input, signal) {
      const answer = await askControl(options, input.run, settings, until(signal))
      return { answer, elapsed_ms: elapsed() }
    },
    async consult_terminal(input, signal) {
      const answer = await askTerminal(options, input.run, settings, until(signal))
      return { answer, elapsed_ms: elapsed() }
    },
    async back_off(input, signal) {
      const { run, delay_ms } = input
      const key = `${turnKey(run)}/back_off:${run.budgets.model_calls}`
      await step(key, () => clock.sleep(delay_ms, signal), { signal })
    },
  }
}

/** The files as they are and how often they were written to; null where they are unknown. */
function seenFiles(sha256: string | null, files: RunFiles): string | null {
  return sha256 === null ? null : `${sha256} ${files.writes()}`
}

function turnKey(run: RunState): string {
  return `turn:${run.budgets.iteration + (run.turn === null ? 1 : 0)}`
}

type Called =
  | { readonly ok: true; readonly reply: ModelReply }
  | { readonly ok: false; readonly failure: ModelFailure }

async function callModel(
  ports: RunPorts,
  run: RunState,
  purpose: "turn" | "final_wrapup",
  signal: AbortSignal,
): Promise<Called> {
  const wrapup = purpose === "final_wrapup"
  let is_open = true
  try {
    const reply = await ports.model(
      {
        messages: run.messages,
        tools: wrapup ? [] : ports.box.definitions,
        tool_choice: wrapup ? "none" : "auto",
      },
      {
        signal,
        on_delta: (text: unknown, delta?: unknown) => {
          if (is_open && typeof text === "string") {
            ports.publish({ type: "model_delta", text, ...readDelta(delta) })
          }
        },
      },
    )
    return describeModelReply(reply)
  } catch (error) {
    return { ok: false, failure: failureOf(error) }
  } finally {
    is_open = false
  }
}

/** What a host's model says a piece belongs to; an unknown kind is text. */
function readDelta(delta: unknown): Partial<ModelDelta> {
  const kind = readField(delta, "kind")
  if (kind === "reasoning") return { kind }
  const call = readField(delta, "call")
  const [call_id, tool_name] = [readField(call, "call_id"), readField(call, "tool_name")]
  if (kind !== "tool_input" || typeof call_id !== "string" || typeof tool_name !== "string") return {}
  return { kind, call: { call_id, tool_name } }
}

/** Longest message kept of a failed model call, in characters. */
const LONGEST_FAILURE = 4000

function failureOf(error: unknown): ModelFailure {
  const message = cutCodePoints(thrownMessage(error), LONGEST_FAILURE)
  const kind = MODEL_ERROR_KINDS.find((known) => isModelError(error) && readField(error, "kind") === known)
  const wait = readField(error, "retry_after_ms")
  const retry_after_ms = kind !== undefined && typeof wait === "number" && wait >= 0 ? wait : null
  return { kind: kind ?? "unknown", message, retry_after_ms }
}

async function askStage(ports: RunPorts, input: StageInput, signal: AbortSignal): Promise<SeenVerdict> {
  const { run, stage } = input
  const { options } = ports
  if (stage !== "verify_completion") {
    const judge = stage === "done_judge" ? options.done_judge : options.verify_completion_judge
    const model = stage === "done_judge" ? ports.done_judge_model : ports.judge_model
    const instructions = typeof judge === "object" && judge !== null ? judge.instructions : undefined
    return askJudge(model, { task: run.task, transcript: run.messages, instructions }, signal)
  }
  const { files, processes } = ports
  const context = { options, detector: run.detector, files, processes, signal }
  return verdictOnWorkspace(context, () => askVerifier(ports, input, signal))
}

async function askVerifier(
  { options, processes }: RunPorts,
  { run, trigger }: StageInput,
  signal: AbortSignal,
): Promise<Verdict> {
  const verifier = options.verify_completion
  if (typeof verifier === "object") {
    const env = { ...verifier.env, ...processes.env }
    return verifyByCommand({ ...verifier, env }, options.workspace_root, signal, {
      parsers: options.parsers,
    })
  }
  if (verifier === undefined) return { status: "unable", reason: "no verifier is configured" }
  const { verify_timeout_ms = 600_000 } = options
  const deadline = createDeadline({ time_ms: verify_timeout_ms ?? undefined, signals: [signal] })
  try {
    const ask = () => verifier(payloadOf(run, trigger), { signal: deadline.signal })
    return verdictOfAnswer(await raceAbort(ask, deadline.signal), options.parsers)
  } catch (error) {
    const reason = deadline.isOver()
      ? `the verifier gave no answer within ${verify_timeout_ms} ms`
      : `the verifier threw: ${thrownMessage(error)}`
    return { status: "unable", reason }
  } finally {
    deadline.release()
  }
}

function payloadOf(run: RunState, trigger: VerifyPayload["stop_reason"]): VerifyPayload {
  return {
    run_id: run.run_id,
    task: run.task,
    stop_reason: trigger,
    iteration: run.budgets.iteration,
    text: run.text,
    transcript: run.messages,
    all_tools_used: run.tools.used,
    successful_tools_used: run.tools.successful,
  }
}
