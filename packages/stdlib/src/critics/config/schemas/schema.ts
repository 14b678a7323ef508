/** A JSON Schema with two keywords of our own: `choice`, an enum without case, and `slips`, keys of which a near miss is an error. */
export type Schema = Readonly<Record<string, unknown>>

export const STRINGS: Schema = {
  type: ["string", "array"],
  items: { type: "string" },
}

export const LIST_OF_STRINGS: Schema = { type: "array", items: { type: "string" } }

export const RECORD_OF_STRINGS: Schema = { type: "object", additionalProperties: { type: "string" } }

export function listOf(items: Schema): Schema {
  return { type: "array", items }
}

export function oneOf(...values: readonly unknown[]): Schema {
  return { enum: values }
}

/** The same schema for many keys. */
export function each(keys: string, schema: Schema): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    keys
      .trim()
      .split(/\s+/)
      .map((key) => [key, schema]),
  )
}
