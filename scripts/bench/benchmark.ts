/** One figure of a benchmark, with the bar it is held against, if there is one. */
export interface Figure {
  readonly name: string
  readonly value: number
  /** What the value counts: a ratio has "x". */
  readonly unit: "x" | "ms" | "bytes" | "MB/s" | "1/s"
  readonly bar?: { readonly at: "most" | "least"; readonly value: number } | undefined
  readonly note?: string | undefined
}

export interface Benchmark {
  readonly name: string
  /** What is compared with what. */
  readonly about: string
  run(effort: Effort): Promise<readonly Figure[]>
}

/** How long to measure. */
export interface Effort {
  readonly rounds: number
  readonly round_ms: number
}

/** Whether a figure keeps to its bar; true without one. */
export function keepsBar({ value, bar }: Figure): boolean {
  if (bar === undefined) return true
  return bar.at === "most" ? value <= bar.value : value >= bar.value
}
