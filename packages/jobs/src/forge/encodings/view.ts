/** A text as it reads once decoded. */
export interface View {
  readonly text: string
  /** Where in the source what stands from `start` to before `end` in `text` comes from. */
  source(start: number, end: number): Span
}

/** From the first to before the second. */
export type Span = readonly [start: number, end: number]
