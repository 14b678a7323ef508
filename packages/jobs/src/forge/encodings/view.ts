export interface View {
  readonly text: string
  /** The source range of the part of `text` from `start` to before `end`. */
  source(start: number, end: number): Span
}

/** From the first to before the second. */
export type Span = readonly [start: number, end: number]
