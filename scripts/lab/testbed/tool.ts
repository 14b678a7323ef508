/** File contents by path, relative to the project's folder. */
export type Files = Readonly<Record<string, string>>

/** What a variant of a project must be read as. */
export type Expectation = "fail" | "pass" | "zero" | "timeout"

export interface Variant {
  readonly name: string
  readonly expectation: Expectation
  readonly files: Files
  /** How many tests run; absent: the tool counts none, or the number is not the point. */
  readonly tests_run?: number | undefined
}

/** One row of the test bed: a tool, the projects it checks, and how it is called. */
export interface Tool {
  readonly name: string
  /** npm packages that bring the tool; installed together into the folder of the bed. */
  readonly packages: readonly string[]
  /** Programs that must be on the PATH already. */
  readonly programs: readonly string[]
  readonly command: string
  /** A failure first, then its near misses, passes, empty and endless projects. */
  readonly variants: readonly Variant[]
  /** The first failure with something beside it that changes nothing of it. */
  readonly extra?: Files | undefined
  /** Other calls that must tell the same failure: order, workers, retries, colour. */
  readonly calls?: Readonly<Record<string, string>> | undefined
}
