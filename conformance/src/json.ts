export type JsonObject = { readonly [key: string]: unknown }

/** Whether a value is a record: neither a list nor null. */
export function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
