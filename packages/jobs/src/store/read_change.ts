import { InvalidOptionError, nameOption, numberOption } from "@proofloop/foundation/errors"
import { type NewMemoryRow, readMemories } from "./memory_rows.ts"
import { isPlainObject, objectOption, storedStart, textOption } from "./options.ts"
import type { FieldValue, JobKind, Place } from "./store.ts"
import { storedJson } from "./stored_json.ts"

/** A change with values that the store can keep. Whether the row may take it is checked elsewhere. */
export interface CheckedChange {
  readonly to: string | null
  /** JSON texts; null takes a key away. */
  readonly work: ReadonlyMap<string, string | null>
  readonly fields: ReadonlyMap<string, FieldValue>
  readonly place: Place | null
  /** Only what is to be set. */
  readonly columns: { readonly attempts?: number; readonly error?: string | null }
  readonly memories: readonly NewMemoryRow[]
  readonly note: string
}

export const MAX_WORK = 1 << 20
const MAX_NOTE = 65_536
const MAX_NOTE_TEXT = 4096
const MAX_ATTEMPTS = 1000

const KEYS = ["to", "work", "place", "attempts", "error", "memories", "note"] as const

/** Throws InvalidOptionError naming what is wrong. */
export function readChange(kind: JobKind, change: unknown): CheckedChange {
  const given = objectOption("change", change, [...KEYS, ...Object.keys(kind.fields)])
  const { to, attempts, error } = given
  const set = Object.entries(kind.fields).filter(([key]) => given[key] !== undefined)
  return {
    to: to === undefined ? null : nameOption("to", to, kind.table.states),
    work: readWork(kind, given["work"]),
    fields: new Map(set.map(([key, { read }]) => [key, read(key, given[key])])),
    place: given["place"] === undefined ? null : readPlace(given["place"]),
    columns: {
      ...(attempts === undefined ? {} : { attempts: numberOption("attempts", attempts, 0, MAX_ATTEMPTS) }),
      ...(error === undefined ? {} : { error: error === null ? null : cutOption("error", error) }),
    },
    memories: readMemories(kind, given["memories"] ?? []),
    note: readNote(given["note"]),
  }
}

/** A text of a model or of an error, of any length; its beginning says enough. Throws InvalidOptionError. */
export function cutOption(option: string, value: unknown): string {
  if (typeof value === "string" && value.trim() !== "") return storedStart(value, MAX_NOTE_TEXT)
  throw new InvalidOptionError({ option, expected: "a text that is not empty", got: value })
}

const PLACE_KEYS = ["forge", "repository", "base"] as const

function readPlace(value: unknown): Place {
  const given = objectOption("place", value, PLACE_KEYS)
  return {
    forge: textOption("place.forge", given["forge"], 64),
    repository: textOption("place.repository", given["repository"], 1024),
    base: textOption("place.base", given["base"], 256),
  }
}

function readWork({ products }: JobKind, work: unknown): ReadonlyMap<string, string | null> {
  if (work === undefined) return new Map()
  const given = objectOption("work", work, products)
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
