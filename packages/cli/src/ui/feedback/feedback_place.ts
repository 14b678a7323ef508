/** Where feedback lies. */
export interface FeedbackPlace {
  readonly source: string
  readonly file: string
  /** The repository it is about; null: unknown. */
  readonly root: string | null
}
