import { describeValue } from "@proofloop/foundation/errors"
import type { WorkReading } from "@proofloop/foundation/git"
import { systemClock } from "@proofloop/foundation/process"
import { JournalError } from "../../errors/journal_error.ts"
import { initialRun } from "../../machines/run_state.ts"
import type { RunResult } from "../../protocol/result.ts"
import { createRunControl } from "../control.ts"
import { drive } from "../drive.ts"
import type { Journal } from "../options.ts"
import { publishedResult } from "../published.ts"
import { createRedactor } from "../redactor.ts"
import { resultOf } from "../result.ts"
import { noFiles, openRunFiles } from "../run_files.ts"
import { runProcesses } from "../run_processes.ts"
import { resolveSettings } from "../settings.ts"
import type { SharedParts } from "../shared_parts.ts"
import { firstDifference } from "./configuration.ts"
import type { Ended, RecordedRun } from "./open.ts"
import { plainJson } from "./plain_json.ts"
import { createRecorder } from "./recorder.ts"

/**
 * The result of a finished run, derived from its records without asking a model, tool or check. It is verified for the
 * files it was proved on alone, which are read again. Rejects with JournalError `journal_diverged` when the journal
 * records another end, and names the first difference.
 * @requirement journal.derived
 */
export async function resultOfRecords(
  name: string,
  { past, ended, journal }: { readonly past: RecordedRun; readonly ended: Ended; readonly journal: Journal },
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
  const head = { records: ended.record, head_sha256: ended.sha256 }
  const now = derived.verified ? await filesNow(past, journal, parts) : null
  if (now === null) return { ...derived, journal: head }
  const end = { ...ended.end, workspace_sha256: now.sha256 }
  const unread = now.sha256 === null ? { workspace_unread: now.reason } : {}
  const again = await replayedResult(name, past, { ...ended, end: { ...end, ...unread } }, parts)
  return { ...again, journal: head }
}

/** The files of the run as they are now; null where none are known. */
async function filesNow(
  { begun: { work_files, files: begun }, records }: RecordedRun,
  journal: Journal,
  { options, box }: SharedParts,
): Promise<WorkReading | null> {
  const files = await openRunFiles({ options, box, journal, past: { start: work_files, begun } })
  files.noteWritten(records.map((record) => (record.type === "finished" ? record.value : undefined)))
  try {
    return await files.read()
  } finally {
    await files.close()
  }
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
