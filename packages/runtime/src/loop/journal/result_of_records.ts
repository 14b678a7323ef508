import { describeValue } from "@proofloop/foundation/errors"
import { systemClock } from "@proofloop/foundation/process"
import { JournalError } from "../../errors/journal_error.ts"
import { initialRun } from "../../machines/run_state.ts"
import type { RunResult } from "../../protocol/result.ts"
import { createRunControl } from "../control.ts"
import { drive } from "../drive.ts"
import { publishedResult } from "../published.ts"
import { createRedactor } from "../redactor.ts"
import { resultOf } from "../result.ts"
import { noFiles } from "../run_files.ts"
import { runProcesses } from "../run_processes.ts"
import { resolveSettings } from "../settings.ts"
import type { SharedParts } from "../shared_parts.ts"
import { firstDifference } from "./configuration.ts"
import type { Ended, RecordedRun } from "./open.ts"
import { plainJson } from "./plain_json.ts"
import { createRecorder } from "./recorder.ts"

/**
 * The result of a finished run, derived from its records without asking a model, tool or check. Rejects with
 * JournalError `journal_diverged` when the journal records another end, and names the first difference.
 * @requirement journal.derived
 */
export async function resultOfRecords(
  name: string,
  past: RecordedRun,
  ended: Ended,
  parts: SharedParts,
): Promise<RunResult> {
  const derived = plainJson(await replayedResult(name, past, ended, parts)) as RunResult
  const difference = firstDifference(derived, ended.result, "")
  if (difference !== null) {
    const { path, was, is } = difference
    const { error } = derived
    const why = error?.code === "journal_diverged" ? `: ${error.message}` : ""
    throw new JournalError(
      "diverged",
      `${name}:${ended.record}: the end says ${path} = ${describeValue(is)}, and the records before it lead to ${describeValue(was)}${why}; they were changed, or another version of this library wrote them`,
    )
  }
  return { ...derived, journal: { records: ended.record, head_sha256: ended.sha256 } }
}

async function replayedResult(
  name: string,
  { begun, records, repair_aware }: RecordedRun,
  { end, result }: Ended,
  parts: SharedParts,
): Promise<RunResult> {
  const { options, box } = parts
  const { run_id, task } = begun
  const settings = resolveSettings(options, box, repair_aware)
  // A host's own clock is read at turn borders only: it stops no effect.
  const has_deadline = settings.wall_clock_ms !== null && options.clock === undefined
  let goLive = (): void => undefined
  const recorder = createRecorder({
    clock: systemClock,
    inner: undefined,
    store: null,
    name,
    records,
    over: has_deadline && result.stop_reason === "wall_clock" ? "out_of_time" : "by_itself",
    onLive: () => goLive(),
  })
  const { step, elapsed } = recorder
  const { system_prompt } = options
  const first = initialRun({ run_id, task, system_prompt, limit: settings.budget.initial })
  const last = await drive(first, settings, {
    flag_error: undefined,
    publish: (body, _at, origin) => void recorder.tell(body.type, origin),
    control: createRunControl(false),
    // The deadline passed: it comes as soon as an effect waits for it.
    replayed_ms: Number.MAX_SAFE_INTEGER,
    onStart: (_where, live) => {
      goLive = live
    },
    ports: {
      ...parts,
      ...parts.judges,
      settings,
      clock: systemClock,
      files: noFiles,
      processes: runProcesses(options, ""),
      step,
      elapsed,
    },
  })
  recorder.refuseOtherEnd()
  return publishedResult(resultOf(last, settings, end), createRedactor(options.redact))
}
