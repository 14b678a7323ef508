import type { JsonObject } from "@proofloop/foundation/text"
import { JournalError } from "../../errors/journal_error.ts"
import type { Journal } from "../options.ts"
import { repairAwareFlag } from "../repair_aware.ts"
import { resolveSettings } from "../settings.ts"
import type { SharedParts } from "../shared_parts.ts"
import type { Seal } from "./chain.ts"
import { describeConfiguration, refuseOtherConfiguration } from "./configuration.ts"
import { canGoOn } from "./past.ts"
import { type Begun, JOURNAL_VERSION, type JournalRecord, readRecords } from "./record.ts"
import type { Recorder } from "./recorder.ts"
import { type JournalStore, openJournalFile } from "./store.ts"

/** How a run ended, and what its result needs beyond the records. */
export type Ended = Extract<JournalRecord, { readonly type: "ended" }>

export interface RecordedRun {
  readonly begun: Begun & Seal
  readonly records: readonly JournalRecord[]
  /** Frozen when the run began: the flag is not asked again. */
  readonly repair_aware: boolean
  /** The end of a run that is over; null if it can go on. */
  readonly ended: Ended | null
}

export async function openJournal(journal: Journal): Promise<JournalStore> {
  if (typeof journal === "string") return openJournalFile({ file: journal })
  return "file" in journal ? openJournalFile(journal) : journal
}

/** Writes the first record. Rejects with JournalError `journal_exists` when the journal holds a run already. */
export async function beginRun(
  store: JournalStore,
  recorder: Recorder,
  begun: Pick<Begun, "run_id" | "task" | "note" | "files" | "check_files" | "work_files" | "process_mark">,
  configuration: JsonObject,
): Promise<void> {
  const lines = await store.read()
  if (lines.length > 0) {
    const message = `${store.name} already holds a run; resume it, or give another file`
    throw new JournalError("exists", message)
  }
  await recorder.begin({
    type: "begun",
    journal: JOURNAL_VERSION,
    ...begun,
    configuration,
  })
}

/** Reads a journal for a resume by this loop. Rejects with JournalError for any other file or configuration. */
export async function readRun(
  store: JournalStore,
  { options, box }: SharedParts,
  expected_head: string | undefined,
): Promise<RecordedRun> {
  const records = readRecords(await store.read(), store.name)
  if (expected_head !== undefined && !records.some(({ sha256 }) => sha256 === expected_head)) {
    const message = `${store.name}: no record has the hash ${expected_head}: records were cut off, or written anew`
    throw new JournalError("altered", message)
  }
  const [begun] = records
  const last = records.at(-1)
  const repair_aware = begun.configuration["repair_aware"] === true
  const flag = repairAwareFlag(options)
  const settings = resolveSettings(options, box, typeof flag === "boolean" ? flag : repair_aware)
  refuseOtherConfiguration(store.name, begun.configuration, describeConfiguration(options, settings, box))
  const ended = last?.type === "ended" && !canGoOn(last.result) ? last : null
  return { begun, records, repair_aware, ended }
}
