import type { SessionItem } from "./session.ts"

export interface SessionHead {
  readonly path: string
  /** At most the first 64 KB. */
  readonly text: string
  /** The JSON in it: complete lines, or one document. What goes on behind the head is there as far as the head goes. */
  readonly values: readonly unknown[]
}

export interface SessionRecord {
  readonly value: unknown
  /** Set for the two kinds of pieces of a document with a list: all its other members, and an element of the list. */
  readonly part?: "head" | "element" | undefined
  /** Line in the file from 1, where it has lines. */
  readonly line?: number | undefined
  /** Set instead of a value when the piece is not JSON. */
  readonly broken?: string | undefined
}

export interface ImportContext {
  readonly path: string
}

/** Where an agent keeps its sessions. */
export interface SessionPlace {
  /** A file or a folder: from the home folder with `~/`, from the working folder with `./`, or below `$NAME/`. */
  readonly path: string
  /** What a variable of the path stands for where it is not set. */
  readonly unset?: string | undefined
  /** Only files of this name hold sessions. */
  readonly file?: string | undefined
}

/** Reads one format of recorded sessions. Never throws on what a file holds; memory is bounded by one turn. */
export interface SessionImporter {
  /** Wire name, as `--format` takes it: "claude_code". */
  readonly format: string
  readonly title: string
  /** Name of the agent that writes it, where one does. */
  readonly agent?: string | undefined
  /** Default: nowhere in particular. */
  readonly places?: readonly SessionPlace[] | undefined
  /** A run without a turn counts even in an unrecognised file, because only this format makes such. Default false. */
  readonly keeps_empty_runs?: boolean
  recognises(head: SessionHead): boolean
  /** Lines as text or JSON, or documents: a list at a member in `lists` ("": the document) becomes a `head` and each `element`. */
  readonly records: "text_lines" | "json_lines" | { readonly lists: readonly string[] }
  read(records: AsyncIterable<SessionRecord>, context: ImportContext): AsyncIterable<SessionItem>
}
