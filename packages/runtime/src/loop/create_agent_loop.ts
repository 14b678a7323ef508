import { randomUUID } from "node:crypto"
import { InvalidOptionError, nearestName } from "@proofloop/foundation/errors"
import { prepareProcesses, missingProgram, readSwitch, withDeadline } from "@proofloop/foundation/process"
import { isRecord } from "@proofloop/foundation/text"
import { ModelError } from "../errors/model_error.ts"
import { resolveModel } from "../models/resolve.ts"
import type { Model } from "../protocol/model.ts"
import type { RunResult } from "../protocol/result.ts"
import { openJournal, type RecordedRun, readRun } from "./journal/open.ts"
import { resultOfRecords } from "./journal/result_of_records.ts"
import { checkLoopOptions, checkResumeOptions, checkRunOptions } from "./option_schema.ts"
import type { AgentLoopOptions, Journal, ReadLoopOptions, ResumeOptions, RunOptions } from "./options.ts"
import { repairAwareFlag } from "./repair_aware.ts"
import { resolveSettings } from "./settings.ts"
import type { SharedParts } from "./shared_parts.ts"
import { type AgentRun, endedRun, startRun } from "./start_run.ts"
import { createToolBox, type ToolBox } from "./tool_box.ts"

export type { AgentRun } from "./start_run.ts"

export interface AgentLoop {
  /**
   * Starts a run. Throws InvalidOptionError before anything runs: for an invalid task, for an invalid variable it
   * needs, or when PATH holds no program for the verification command.
   */
  run(task: string, options?: RunOptions): AgentRun
  /**
   * Resumes a run from its journal (docs/resume.md): recorded effects are not repeated, those in flight are decided.
   * An ended run goes on only if it was stopped from outside, met an error or lost its model. Any other result is
   * derived from the journal. Rejects with JournalError for an unreadable, changed, busy or foreign journal, a file
   * error, or InvalidOptionError.
   */
  resume(journal: Journal, options?: ResumeOptions): Promise<AgentRun>
}

/**
 * Makes an agent loop. Throws InvalidOptionError that names the option, what was expected and given, and a near miss.
 * After that nothing throws: every ending is a status and a stop reason of the result.
 */
export function createAgentLoop(given: AgentLoopOptions): AgentLoop {
  checkLoopOptions(given)
  refuseDroppedKnobs(given)
  const box = createToolBox(given.tools ?? [], given.tool_annotations)
  const options = readOptions(given, box)
  const model = withinTime(resolveModel(options.model), options)
  // Checked with the flag off and with it on, so that a wrong knob is an error now and not during a run.
  for (const repair_aware of [false, true]) resolveSettings(options, box, repair_aware)
  const judges = {
    judge_model: judgeModel(options, "verify_completion_judge", model),
    done_judge_model: judgeModel(options, "done_judge", model),
  }
  const parts: SharedParts = { options, model, judges, box }
  // What starts processes takes file handles to load, and a run may begin when none is left.
  if (options.workspace_root !== undefined || typeof options.verify_completion === "object")
    void prepareProcesses()
  return {
    run(task, given_run_options) {
      const run_options = checkRunOptions(given_run_options)
      if (typeof task !== "string" || task.trim() === "") {
        throw new InvalidOptionError({ option: "run.task", expected: "a task in words", got: task })
      }
      const flag = repairAwareFlag(options)
      if (typeof flag === "object" && flag !== null) readSwitch(flag.env, process.env)
      refuseMissingProgram(options)
      const { run_id = randomUUID(), journal, note, signal } = run_options
      return startRun({ run_id, task, signal, note, journal: journal ?? null, past: null }, parts)
    },
    async resume(given_journal, given_resume_options) {
      const { signal, expected_head } = checkResumeOptions(given_journal, given_resume_options)
      const store = await openJournal(given_journal)
      const read = async (): Promise<{ readonly past: RecordedRun; readonly result: RunResult | null }> => {
        const past = await readRun(store, parts, expected_head)
        const { ended } = past
        return {
          past,
          result:
            ended && (await resultOfRecords(store.name, { past, ended, journal: given_journal }, parts)),
        }
      }
      const { past, result } = await read().catch(async (error: unknown) => {
        await store.close()
        throw error
      })
      const { run_id, task } = past.begun
      if (result === null) return startRun({ run_id, task, signal, journal: store, past }, parts)
      await store.close()
      return endedRun(result)
    },
  }
}

/** Tools that work in one folder name it; the check of their work runs there too, unless the host says otherwise. */
function readOptions(options: AgentLoopOptions, { tools }: ToolBox): ReadLoopOptions {
  const workspace_root = options.workspace_root ?? tools.find((tool) => tool.workspace_root)?.workspace_root
  return { ...options, tools, ...(workspace_root === undefined ? {} : { workspace_root }) }
}

/** Every verdict of such a command would be unable, so the run is refused. */
function refuseMissingProgram({ verify_completion, workspace_root }: AgentLoopOptions): void {
  if (typeof verify_completion !== "object") return
  const { command, cwd = workspace_root, env } = verify_completion
  const missing = missingProgram(command, { cwd, env })
  if (missing === null) return
  throw new InvalidOptionError({
    option: "createAgentLoop.verify_completion.command",
    expected: "a program that PATH holds",
    got: missing.name,
    did_you_mean: nearestName(missing.name, missing.known),
  })
}

function judgeModel(
  options: AgentLoopOptions,
  name: "verify_completion_judge" | "done_judge",
  model: Model,
): Model {
  const judge = options[name]
  if (typeof judge !== "object" || judge === null || judge.model === undefined) return model
  return withinTime(resolveModel(judge.model, `createAgentLoop.${name}.model`), options)
}

function withinTime(model: Model, { model_timeout_ms }: AgentLoopOptions): Model {
  return boundedModel(model, model_timeout_ms)
}

/** Default deadline of a model that has none. */
const DEFAULT_MS = 600_000

/**
 * The model with a deadline for each call, in milliseconds; a shorter deadline of the model wins. With undefined it
 * is ten minutes, unless the model has a deadline. With null only the model's deadline counts. A late call throws a
 * `ModelError` of kind `transient`, even when the model ignores the signal.
 */
function boundedModel(model: Model, given_ms: number | null | undefined): Model {
  const { timeout_ms: own_ms } = model
  if (given_ms === null || (own_ms !== undefined && own_ms <= (given_ms ?? Infinity))) return model
  const time_ms = given_ms ?? DEFAULT_MS
  const late = () => new ModelError(`the model gave no answer within ${time_ms} ms`, { kind: "transient" })
  const bounded: Model = (request, options) =>
    withDeadline({ time_ms, signals: [options.signal], late }, (signal) =>
      model(request, { ...options, signal }),
    )
  const { model_name, provider } = model
  return Object.assign(bounded, { model_name, provider, timeout_ms: time_ms })
}

/** Under this key resolvePreset of @proofloop/presets says which knobs it set; a spread keeps it. */
const PRESET = Symbol.for("proofloop.preset")

/**
 * Throws InvalidOptionError where a host spread a preset and then gave a `stall_diagnostics` that drops the preset's
 * knobs. `false` and null are allowed: they turn the detector off.
 */
function refuseDroppedKnobs(options: AgentLoopOptions): void {
  const mark: unknown = Reflect.get(options, PRESET)
  const { stall_diagnostics: given } = options
  if (!isRecord(mark) || !Array.isArray(mark["knobs"]) || given === false || given === null) return
  const knobs: readonly unknown[] = mark["knobs"]
  const dropped = knobs.filter((name) => !isRecord(given) || !Object.hasOwn(given, String(name)))
  if (dropped.length === 0) return
  const call = `resolvePreset(${JSON.stringify(mark["name"])}, { stall_diagnostics: { ... } })`
  throw new InvalidOptionError({
    option: "createAgentLoop.stall_diagnostics",
    expected: `the knobs of the preset with yours laid over them, by ${call}: a spread drops ${dropped.length} of them`,
    got: given,
  })
}
