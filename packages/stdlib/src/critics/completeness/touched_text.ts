/** A touched text before and after; null before: a new file. */
export interface TouchedText {
  readonly path: string
  readonly before: string | null
  readonly after: string
}
