export interface FeedbackPlace {
  readonly source: string
  /** A URL without its password. */
  readonly file: string
  /** The repository it is about; null: unknown. */
  readonly root: string | null
}
