/** One figure of a benchmark, with the bar it is held against, if there is one. */
export interface Figure {
  readonly name: string
  readonly value: number
  /** What the value counts: a ratio has "x". */
  readonly unit: "x" | "ms" | "bytes" | "MB/s" | "1/s"
  readonly bar?: { readonly at: "most" | "least"; readonly value: number } | undefined
  /** Of a ratio without a bar. */
  readonly better?: "lower" | "higher" | undefined
  readonly note?: string | undefined
}

export interface Benchmark {
  readonly name: string
  /** What is compared with what. */
  readonly about: string
  /** `root` is this checkout. */
  run(effort: Effort, root: string): Promise<readonly Figure[]>
}

/** How long to measure. */
export interface Effort {
  readonly rounds: number
  readonly round_ms: number
}

/** The effort that measures, and the one that only shows that it runs. */
export const FULL_EFFORT: Effort = { rounds: 25, round_ms: 60 }
export const QUICK_EFFORT: Effort = { rounds: 3, round_ms: 5 }

/** Whether a figure keeps to its bar; true without one. */
export function keepsBar({ value, bar }: Figure): boolean {
  if (bar === undefined) return true
  return bar.at === "most" ? value <= bar.value : value >= bar.value
}
