import { InvalidOptionError } from "@proofloop/foundation/errors"
import {
  feedback_states,
  type FeedbackState,
  fix_classes,
  type FixClass,
  work_keys,
} from "../feedback/feedback.ts"
import { type NewMemoryRow, readMemories } from "./memory_rows.ts"
import { storedStart, isPlainObject, nameOption, numberOption, objectOption, textOption } from "./options.ts"
import type { Change } from "./store.ts"
import { storedJson } from "./stored_json.ts"

/** A change whose values are ones the store can keep. Whether the row may take it is another question. */
export interface CheckedChange {
  readonly to: FeedbackState | null
  /** JSON texts; null takes a key away. */
  readonly work: ReadonlyMap<string, string | null>
  /** Only what is to be set. */
  readonly columns: {
    readonly fix_class?: FixClass
    readonly root_cause?: string
    readonly fix_pr_url?: string
    readonly regression_test_path?: string
    readonly attempts?: number
    readonly refinement_round?: number
    readonly error?: string | null
  }
  readonly memories: readonly NewMemoryRow[]
  readonly note: string
}

const change_keys = {
  to: true,
  work: true,
  fix_class: true,
  root_cause: true,
  fix_pr_url: true,
  regression_test_path: true,
  attempts: true,
  refinement_round: true,
  error: true,
  memories: true,
  note: true,
} satisfies Record<keyof Change, true>

export const MAX_WORK = 1 << 20
const MAX_NOTE = 65_536
const MAX_NOTE_TEXT = 4096
const MAX_ATTEMPTS = 1000

/** Throws InvalidOptionError naming what is wrong. */
export function readChange(change: unknown): CheckedChange {
  const given = objectOption("change", change, Object.keys(change_keys))
  return {
    to: given["to"] === undefined ? null : nameOption("to", given["to"], feedback_states),
    work: readWork(given["work"]),
    columns: {
      ...set("fix_class", given, (value) => nameOption("fix_class", value, fix_classes)),
      ...set("root_cause", given, (value) => cutOption("root_cause", value)),
      ...set("fix_pr_url", given, (value) => textOption("fix_pr_url", value, 2048)),
      ...set("regression_test_path", given, (value) => textOption("regression_test_path", value, 1024)),
      ...set("attempts", given, (value) => numberOption("attempts", value, 0, MAX_ATTEMPTS)),
      // More than 3 is against the rules of the table, and said there.
      ...set("refinement_round", given, (value) => numberOption("refinement_round", value, 0, 1000)),
      ...set("error", given, (value) => (value === null ? null : cutOption("error", value))),
    },
    memories: readMemories(given["memories"] ?? []),
    note: readNote(given["note"]),
  }
}

function set<Key extends string, Result>(
  key: Key,
  given: Readonly<Record<string, unknown>>,
  read: (value: unknown) => Result,
): Partial<Record<Key, Result>> {
  const value = given[key]
  if (value === undefined) return {}
  const entry: Partial<Record<Key, Result>> = {}
  entry[key] = read(value)
  return entry
}

/** Texts of models and of errors: of any length, of which the begin says enough. */
function cutOption(option: string, value: unknown): string {
  if (typeof value === "string" && value.trim() !== "") return storedStart(value, MAX_NOTE_TEXT)
  throw new InvalidOptionError({ option, expected: "a text that is not empty", got: value })
}

function readWork(work: unknown): ReadonlyMap<string, string | null> {
  if (work === undefined) return new Map()
  const given = objectOption("work", work, work_keys)
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
