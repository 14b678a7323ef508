import type { SessionItem } from "./session.ts"

/** The start of a file, from which its format is told. */
export interface SessionHead {
  readonly path: string
  /** At most the first 64 KB. */
  readonly text: string
  /** The first complete JSON values of the file: its lines if it is JSON Lines, its one document if it is small, else empty. */
  readonly values: readonly unknown[]
}

/** One piece of a file, as an importer asks for it. */
export interface SessionRecord {
  readonly value: unknown
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
  recognises(head: SessionHead): boolean
  /**
   * How the file becomes records: its lines as text, its lines as JSON, or one JSON document: then each element of the
   * list at one of `lists` (member names from the root, "" for a document that is a list itself) is a record, after one
   * record with all other members.
   */
  readonly records: "text_lines" | "json_lines" | { readonly lists: readonly string[] }
  read(records: AsyncIterable<SessionRecord>, context: ImportContext): AsyncIterable<SessionItem>
}
