/** What the page asks of the worker: files to read one after the other. */
export interface Ask {
  readonly files: readonly File[]
  /** Wire name; undefined to tell it from each file. */
  readonly format: string | undefined
  readonly theme: "light" | "dark" | "system"
}

/** What the worker says. A report or a refusal is its last word on what was asked. */
export type Answer =
  | { readonly type: "progress"; readonly bytes: number; readonly runs: number }
  | {
      readonly type: "report"
      readonly report: Blob
      readonly runs: number
      /** Runs that the report has no room for. */
      readonly left_out: number
      /** What could not be read, the first of it in words. */
      readonly skipped: number
      readonly reasons: readonly string[]
    }
  | { readonly type: "refusal"; readonly reason: string }
