import type { JsonObject } from "../json.ts"

/** A part of the product as a function from JSON to JSON, so that any implementation can be asked the same. */
export interface Subject {
  readonly name: string
  /** May throw: the case then sees `{ error: message }`. */
  answer(input: JsonObject): unknown
}
