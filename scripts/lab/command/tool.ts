import type { Options, Values } from "./option.ts"

/** What a tool found: for people, and for programs. */
export interface Report {
  /** False makes the exit code 1. */
  readonly passed: boolean
  /** Plain text or Markdown. */
  readonly text: string
  readonly data: unknown
}

/** A row of the laboratory. */
export interface Tool {
  /** One sentence. */
  readonly about: string
  readonly options: Options
  run(values: Readonly<Record<string, unknown>>): Promise<Report>
}

/** Describes a tool; `run` gets the options as they are declared, and throws Misuse for what cannot be done. */
export function tool<const Known extends Options>(described: {
  readonly about: string
  readonly options: Known
  run(values: Values<Known>): Promise<Report>
}): Tool {
  return { ...described, run: (values) => described.run(values as Values<Known>) }
}
