/**
 * A JSON Schema, draft 2020-12, with two keywords of our own: `choice`, an enum of texts and more that ignores case, and
 * `slips`, known keys of which a near miss is an error where other unknown keys are allowed. `description` says what a
 * value should be.
 */
export type Schema = Readonly<Record<string, unknown>>

export const strings: Schema = {
  type: ["string", "array"],
  items: { type: "string" },
}

export const list_of_strings: Schema = { type: "array", items: { type: "string" } }

export const record_of_strings: Schema = { type: "object", additionalProperties: { type: "string" } }

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
