/** Plain JSON, the only kind of value that enters detector state, events and transcripts. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json | undefined
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isJson(text: string): boolean {
  return parsedJson(text) !== undefined
}

/** The value of a JSON text; the text itself if it is not JSON. */
export function jsonOrText(text: string): unknown {
  const value = parsedJson(text)
  return value === undefined ? text : value
}
