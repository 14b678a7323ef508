/** A touched file in a language that no grammar here reads. */
export interface UnreadFile {
  readonly path: string
  /** Its text before the change; null: there was no file. */
  readonly before: string | null
  /** Its text now; null: it is deleted. */
  readonly after: string | null
}
