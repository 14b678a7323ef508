import type { SessionItem } from "./session.ts"

/** The start of a file, from which its format is told. */
export interface SessionHead {
  readonly path: string
  /** At most the first 64 KB. */
  readonly text: string
  /**
   * What of it is JSON: its first complete lines where it is JSON Lines, else its one document. A line or document that
   * goes on behind the head is there as far as the head goes.
   */
  readonly values: readonly unknown[]
}

/** One piece of a file, as an importer asks for it. */
export interface SessionRecord {
  readonly value: unknown
  /** Set for the two kinds of pieces of a document with a list: all its other members, and an element of the list. */
  readonly part?: "head" | "element" | undefined
  /** Line in the file from 1, where it has lines. */
  readonly line?: number | undefined
  /** Set instead of a value where the piece is no JSON. */
  readonly broken?: string | undefined
}

export interface ImportContext {
  readonly path: string
}

/** Reads one format of recorded sessions. Never throws on what a file holds; memory is bounded by one turn. */
export interface SessionImporter {
  /** Wire name, as `--format` takes it: "claude_code". */
  readonly format: string
  readonly title: string
  /** A run without a turn is one even in a file that is not recognised, as nothing else could make one. Default false. */
  readonly keeps_empty_runs?: boolean
  recognises(head: SessionHead): boolean
  /**
   * How the file becomes records: its lines as text, its lines as JSON, or documents, one a line or one in the file: then
   * a document that holds a list at one of `lists` (member names of the root, "" for a document that is a list itself)
   * becomes one record with its other members, `head`, and one for each `element`.
   */
  readonly records: "text_lines" | "json_lines" | { readonly lists: readonly string[] }
  read(records: AsyncIterable<SessionRecord>, context: ImportContext): AsyncIterable<SessionItem>
}
