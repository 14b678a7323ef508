/** Reads a field of anything; a getter that throws, or a value without fields, gives undefined. */
export function readField(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined
  try {
    return Reflect.get(value, name) as unknown
  } catch {
    return undefined
  }
}

/** The first of these fields that is neither undefined nor null. */
export function firstPresent(value: unknown, names: readonly string[]): unknown {
  for (const name of names) {
    const field = readField(value, name)
    if (field !== undefined && field !== null) return field
  }
  return undefined
}

/** The field if it is a non-negative whole number. */
export function readCount(value: unknown, names: readonly string[]): number | undefined {
  const field = firstPresent(value, names)
  // Adding 0 makes a 0 of -0, which JSON does not keep.
  return typeof field === "number" && Number.isSafeInteger(field) && field >= 0 ? field + 0 : undefined
}

/** A copy of at most `limit` items of a list; undefined for anything else, or if it cannot be read. */
export function readItems(value: unknown, limit: number): readonly unknown[] | undefined {
  try {
    return Array.isArray(value)
      ? Array.from({ length: Math.min(value.length, limit) }, (_, index): unknown => value[index])
      : undefined
  } catch {
    return undefined
  }
}

/** The own field names of anything, sorted; a trap that throws, or a value without fields, gives none. */
export function fieldNames(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return []
  try {
    return Object.keys(value).toSorted()
  } catch {
    return []
  }
}

/** Items of a list that are read at most. */
const MOST_ITEMS = 100_000

/** A plain record of these fields of anything: one that cannot be read is absent, a list is a copy. */
export function readFields(value: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for (const name of names) {
    const field = readField(value, name)
    if (field !== undefined) fields[name] = readItems(field, MOST_ITEMS) ?? field
  }
  return fields
}
