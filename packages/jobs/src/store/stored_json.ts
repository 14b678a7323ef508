import { InvalidOptionError } from "@proofloop/foundation/errors"
import { storedStart, isPlainObject, storedText } from "./options.ts"

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

interface Bounds {
  /** Of all of it together, in characters. */
  readonly most: number
  /** Longer texts are cut, and say so. Default: they are kept. */
  readonly most_a_text?: number
}

const MAX_DEPTH = 32

/**
 * Data as the store keeps it: sorted keys, texts without secrets, bounded. Throws InvalidOptionError with the place
 * of a value that is not plain data.
 */
export function storedJson(option: string, value: unknown, { most, most_a_text = most }: Bounds): string {
  let rest = most
  const text = JSON.stringify(plain(value, option, 0))
  return text.length <= most ? text : refuse(option, `at most ${most} characters of JSON`, value)

  function plain(item: unknown, place: string, depth: number): Json {
    rest -= 1
    if (rest < 0) return refuse(option, `at most ${most} characters of JSON`, value)
    if (depth > MAX_DEPTH) return refuse(place, `at most ${MAX_DEPTH} levels`, item)
    if (item === null || typeof item === "boolean") return item
    if (typeof item === "number" && Number.isFinite(item)) return item
    if (typeof item === "string") return kept(item)
    if (Array.isArray(item)) return item.map((entry, index) => plain(entry, `${place}[${index}]`, depth + 1))
    if (isPlainObject(item)) return sorted(item, place, depth)
    return refuse(place, "plain JSON data", item)
  }

  function kept(item: string): string {
    const text_kept =
      most_a_text < most ? storedStart(item, most_a_text) : storedText(item.slice(0, most + 1))
    rest -= text_kept.length
    return text_kept
  }

  function sorted(item: Readonly<Record<string, unknown>>, place: string, depth: number): Json {
    const entries = Object.keys(item)
      .filter((key) => item[key] !== undefined)
      .toSorted()
      .map((key) => {
        rest -= key.length
        if (key === "__proto__") refuse(place, "keys other than __proto__", item)
        return [storedText(key), plain(item[key], `${place}.${key}`, depth + 1)] as const
      })
    return Object.fromEntries(entries)
  }
}

function refuse(option: string, expected: string, got: unknown): never {
  throw new InvalidOptionError({ option, expected, got })
}

/** A flat object of values that were read, with its keys in order. */
export function sortedJson(entries: ReadonlyArray<readonly [string, unknown]>): string {
  return JSON.stringify(Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))))
}
