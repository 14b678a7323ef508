/** Plain JSON, the only kind of value that enters detector state, events and transcripts. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json | undefined
}
