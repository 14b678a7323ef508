import type { Shown } from "./judge.ts"

/** What was seen of one agent. */
export interface AgentRow {
  readonly host: string
  readonly version: string
  /** By the name of the column; one is missing where the agent can do no such thing. */
  readonly cells: Readonly<Record<string, Shown>>
}

/** What a run of all of them found. */
export interface Matrix {
  readonly node: string
  readonly platform: string
  readonly rows: readonly AgentRow[]
  /** What could not be installed, and why. */
  readonly skipped: readonly { readonly host: string; readonly reason: string }[]
}
