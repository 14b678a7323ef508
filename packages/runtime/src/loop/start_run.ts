import { randomUUID } from "node:crypto"
import { thrownMessage } from "@proofloop/foundation/errors"
import { systemClock } from "@proofloop/foundation/process"
import type { Json } from "@proofloop/foundation/text"
import { isJournalError } from "../errors/journal_error.ts"
import { iterationOf } from "../machines/filled_machine.ts"
import { repairMode } from "../machines/repair_mode.ts"
import { initialRun } from "../machines/run_state.ts"
import type { RunSettings } from "../machines/settings.ts"
import type { LoopEvent } from "../protocol/event.ts"
import type { RunResult } from "../protocol/result.ts"
import type { CounterCheck, Proof } from "../protocol/verdict.ts"
import { type CheckChanges, checkFilesOf, checksChangedSince } from "./check_files.ts"
import { guardedClock } from "./clock.ts"
import { createRunControl } from "./control.ts"
import type { CounterCheckOptions } from "./counter_check/counter_check.ts"
import { type At, drive, type Publish } from "./drive.ts"
import { createEventStream } from "./event_stream.ts"
import type { JournalHead } from "./journal/chain.ts"
import { describeConfiguration } from "./journal/configuration.ts"
import { beginRun, openJournal, type RecordedRun } from "./journal/open.ts"
import { createRecorder, type Recorder } from "./journal/recorder.ts"
import type { Journal } from "./options.ts"
import { type ExaminedStart, examineProof, openExamined } from "./proof_remarks.ts"
import { publishedEvent, publishedResult } from "./published.ts"
import { createRedactor } from "./redactor.ts"
import { repairAwareFlag, resolveRepairAware } from "./repair_aware.ts"
import { type RunEnd, resultOf } from "./result.ts"
import { openRunFiles, type RunFiles } from "./run_files.ts"
import { runProcesses } from "./run_processes.ts"
import { resolveSettings } from "./settings.ts"
import type { SharedParts } from "./shared_parts.ts"
import { openTrace, type TraceSink } from "./trace.ts"

/** One run. `result` settles whether or not anyone reads `events`, and never rejects. */
export interface AgentRun {
  readonly run_id: string
  /** The events as they happen; each reader gets all of them. */
  readonly events: AsyncIterable<LoopEvent>
  /** How the run ended. Never rejects. */
  readonly result: Promise<RunResult>
  /** Ends the run now: what is in flight is stopped. The first cause of an ending wins. */
  abort(): void
  /** Ends the run at the next turn border with status `suspended`. */
  suspend(): void
}

export interface Start {
  readonly run_id: string
  readonly task: string
  readonly signal: AbortSignal | undefined
  readonly note?: Json | undefined
  readonly journal: Journal | null
  /** What the journal says of the run so far; null for a new run. */
  readonly past: RecordedRun | null
}

/** Starts a run, or goes on with one. Its result never rejects. */
export function startRun({ run_id, task, signal, note, journal, past }: Start, parts: SharedParts): AgentRun {
  const { options, box } = parts
  const clock = options.clock === undefined ? systemClock : guardedClock(options.clock)
  const stream = createEventStream(options.event_buffer ?? 1024)
  const control = createRunControl(past === null)
  let trace: TraceSink | null = null
  let recorder: Recorder | null = null
  let files: RunFiles | null = null

  const redact = createRedactor(options.redact)
  const stopped = new AbortController()

  const publish: Publish = (body, at, origin) => {
    if (recorder === null) return
    if (body.type === "evidence") {
      files?.reports.note(body.snippet ?? "", body.tests_run)
      if (body.class === "fail") files?.noteCheck("failed")
    }
    // Once aborted, a run leaves the course of its replay.
    const { seq, known } = recorder.tell(body.type, control.isCut() ? "outside" : origin)
    const event: LoopEvent = { ...publishedEvent(body, redact), run_id, seq, at_ms: recorder.now(), ...at }
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

  const tellTrouble = (port: string, thrown: unknown, at: At): void => {
    publish(
      { type: "host_callback_error", callback: port, message: redact(thrownMessage(thrown)) },
      at,
      "outside",
    )
  }

  let position = (): At => ({ iteration: 0, repair_mode: "no_evidence" })
  let goLive = (): void => undefined
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
      name: store?.name ?? "",
      records: past?.records ?? [],
      onLive: () => {
        tellResumed(position())
        goLive()
      },
    })
    const { step, elapsed } = recorder
    const { work_files, check_files: known_checks, files: known } = past?.begun ?? {}
    const check_files = past === null ? await checkFilesOf(options) : known_checks
    files = await openRunFiles({ options, box, journal, past: past && { start: work_files, begun: known } })
    const begun_at = past === null ? null : { tree: work_files?.tree }
    const examined: ExaminedStart = await openExamined(options, begun_at)
    const process_mark = past?.begun.process_mark ?? randomUUID()
    const processes = runProcesses(options, process_mark)
    if (store !== null && past === null) {
      const work_files = files.start
      const kept = { check_files: check_files ?? undefined, files: files.begun, work_files, process_mark }
      const begun = { run_id, task, note, ...kept }
      await beginRun(store, recorder, begun, describeConfiguration(options, settings, box))
    }
    if (options.trace !== undefined) trace = await openTrace(options.trace, past === null ? null : run_id)
    const { system_prompt } = options
    const first = initialRun({ run_id, task, system_prompt, limit: settings.budget.initial })
    const aborted = { status: "aborted", stop_reason: "aborted", wrapup: "refused", reserved: true } as const
    const last = await drive(control.isAborted() ? { ...first, ending: aborted } : first, settings, {
      flag_error: flag.error,
      publish,
      control,
      replayed_ms: past === null ? null : recorder.now(),
      onStart: (where, live) => {
        position = where
        goLive = live
      },
      ports: { ...parts, ...parts.judges, settings, clock, files, processes, step, elapsed },
    })
    const { proof } = last.detector.work
    const seen = proof?.workspace_sha256 !== undefined
    // Before the last look at the files, because a change voids the proof.
    const remarks =
      proof !== null && seen
        ? await examineProof(options, examined, { run_id, task, proof, signal: stopped.signal, redact })
        : undefined
    const left = proof === null || proof.source === "judge" ? null : await files.read()
    const asked = { options, files, command: proof?.command }
    const others = seen && check_files != null ? await checksChangedSince(check_files, asked) : undefined
    const counter_check = await counterChecked({
      settings,
      proof,
      others,
      options,
      files,
      env: processes.env,
      signal: stopped.signal,
    })
    const ignored_changed = seen ? await files.ignoredWrites() : undefined
    const products = files.products()
    const ended: RunEnd = {
      workspace_sha256: left?.sha256 ?? null,
      ...(left?.sha256 === null ? { workspace_unread: left.reason } : {}),
      check_changed: others?.changed,
      added_tests: others?.added_tests,
      ...(counter_check !== undefined && { counter_check }),
      ...(ignored_changed !== undefined && { ignored_changed }),
      ...(products.length > 0 && { written_by_check: products }),
      remarks,
      left_running: seen ? processes.running() : undefined,
      duration_ms: recorder.now(),
    }
    const result = publishedResult(resultOf(last, settings, ended), redact)
    const { status, stop_reason, verified, error } = result
    const error_code = error === undefined ? {} : { error_code: error.code }
    const end = { iteration: iterationOf(last), repair_mode: repairMode(last) }
    recorder.refuseOtherEnd()
    publish({ type: "run_end", status, stop_reason, verified, ...error_code }, end, "outside")
    try {
      await recorder.end(ended, result)
      return result
    } catch (thrown) {
      // An end that cannot be recorded is reported: a resume would reach it again, unless the records are gone.
      tellTrouble("journal", thrown, end)
      return isJournalError(thrown) ? withoutJournal(result, errorOf(thrown, redact)) : result
    }
  }

  const result = execute()
    .catch((error: unknown) => failedResult(run_id, task, errorOf(error, redact)))
    .then(async (finished) => {
      // A journal or trace that cannot be closed is reported; the run's end stays the same.
      for (const [port, kept] of [
        ["journal", recorder],
        ["trace", trace],
        ["workspace_root", files],
      ] as const) {
        const { iterations } = finished.usage
        await kept?.close().catch((thrown: unknown) => {
          tellTrouble(port, thrown, { iteration: iterations, repair_mode: "no_evidence" })
        })
      }
      stream.end()
      return withJournalHead(finished, recorder?.head() ?? null)
    })
  const run: AgentRun = {
    run_id,
    events: stream.events,
    result,
    abort: () => {
      control.stop("abort")
      stopped.abort()
    },
    suspend: () => control.stop("suspend"),
  }
  if (signal?.aborted === true) run.abort()
  else if (signal !== undefined) {
    const abort = (): void => run.abort()
    signal.addEventListener("abort", abort, { once: true })
    void result.finally(() => signal.removeEventListener("abort", abort))
  }
  return run
}

/** As the knob says: undefined where it asks for none. Only a command of the host runs a second time. */
async function counterChecked({
  settings,
  proof,
  others,
  ...asked
}: Pick<CounterCheckOptions, "options" | "files" | "env" | "signal"> & {
  readonly settings: RunSettings
  readonly proof: Proof | null
  readonly others: CheckChanges | undefined
}): Promise<CounterCheck | undefined> {
  const { counter_check } = settings.detector.config
  const deciding = [...(others?.changed ?? []), ...(others?.added_tests ?? [])]
  if (counter_check === "off" || others === undefined || proof?.source !== "command") return undefined
  if (deciding.length === 0 && counter_check !== "always") return undefined
  const { counterCheck } = await import("./counter_check/counter_check.ts")
  return counterCheck({ ...asked, deciding })
}

/** The head of what was written; a journal without a record of this run has none. */
function withJournalHead(result: RunResult, journal: JournalHead | null): RunResult {
  return journal === null || journal.records === 0 ? result : { ...result, journal }
}

/** A run that was over before: its result, and no events. */
export function endedRun(result: RunResult): AgentRun {
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

/** A run without its records proves nothing. */
function withoutJournal(result: RunResult, error: NonNullable<RunResult["error"]>): RunResult {
  return { ...result, status: "failed", stop_reason: "error", error, verified: false, proof: null }
}

/** A run that could not even start: its trace file cannot be written, or a flag changed meanwhile. */
function failedResult(run_id: string, task: string, error: NonNullable<RunResult["error"]>): RunResult {
  return {
    run_id,
    status: "failed",
    stop_reason: "error",
    error,
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

function errorOf(thrown: unknown, redact: (text: string) => string): NonNullable<RunResult["error"]> {
  return { code: isJournalError(thrown) ? thrown.code : "error", message: redact(thrownMessage(thrown)) }
}
