import { InvalidOptionError, nameOption, numberOption } from "@proofloop/foundation/errors"
import { FEEDBACK_STATES, type FeedbackState, FIX_CLASSES, WORK_KEYS } from "../feedback/feedback.ts"
import { type NewMemoryRow, readMemories } from "./memory_rows.ts"
import { storedStart, isPlainObject, objectOption, textOption } from "./options.ts"
import type { Change } from "./store.ts"
import { storedJson } from "./stored_json.ts"

type ColumnName = Exclude<keyof Change, "to" | "work" | "memories" | "note">

/** A change whose values are ones the store can keep. Whether the row may take it is another question. */
export interface CheckedChange {
  readonly to: FeedbackState | null
  /** JSON texts; null takes a key away. */
  readonly work: ReadonlyMap<string, string | null>
  /** Only what is to be set. */
  readonly columns: { readonly [Key in ColumnName]?: Exclude<Change[Key], undefined> }
  readonly memories: readonly NewMemoryRow[]
  readonly note: string
}

export const MAX_WORK = 1 << 20
const MAX_NOTE = 65_536
const MAX_NOTE_TEXT = 4096
const MAX_ATTEMPTS = 1000

const columns: { readonly [Key in ColumnName]: (value: unknown) => CheckedChange["columns"][Key] } = {
  fix_class: (value) => nameOption("fix_class", value, FIX_CLASSES),
  root_cause: (value) => cutOption("root_cause", value),
  fix_pr_url: (value) => textOption("fix_pr_url", value, 2048),
  regression_test_path: (value) => textOption("regression_test_path", value, 1024),
  attempts: (value) => numberOption("attempts", value, 0, MAX_ATTEMPTS),
  // More than 3 is against the rules of the table, and said there.
  refinement_round: (value) => numberOption("refinement_round", value, 0, 1000),
  error: (value) => (value === null ? null : cutOption("error", value)),
}

/** Throws InvalidOptionError naming what is wrong. */
export function readChange(change: unknown): CheckedChange {
  const given = objectOption("change", change, ["to", "work", ...Object.keys(columns), "memories", "note"])
  const set = Object.entries(columns).filter(([key]) => given[key] !== undefined)
  return {
    to: given["to"] === undefined ? null : nameOption("to", given["to"], FEEDBACK_STATES),
    work: readWork(given["work"]),
    columns: Object.fromEntries(set.map(([key, read]) => [key, read(given[key])])),
    memories: readMemories(given["memories"] ?? []),
    note: readNote(given["note"]),
  }
}

/** Texts of models and of errors: of any length, of which the begin says enough. */
function cutOption(option: string, value: unknown): string {
  if (typeof value === "string" && value.trim() !== "") return storedStart(value, MAX_NOTE_TEXT)
  throw new InvalidOptionError({ option, expected: "a text that is not empty", got: value })
}

function readWork(work: unknown): ReadonlyMap<string, string | null> {
  if (work === undefined) return new Map()
  const given = objectOption("work", work, WORK_KEYS)
  return new Map(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [
        key,
        value === null ? null : storedJson(`work.${key}`, value, { most: MAX_WORK }),
      ]),
  )
}

function readNote(note: unknown): string {
  if (!isPlainObject(note)) throw new InvalidOptionError({ option: "note", expected: "an object", got: note })
  return storedJson("note", note, { most: MAX_NOTE, most_a_text: MAX_NOTE_TEXT })
}
