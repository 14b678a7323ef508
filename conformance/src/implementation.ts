import type { ForgedTask } from "./forged/case.ts"
import type { JsonObject } from "./json.ts"

export type Capability = "detector" | "config" | "loop" | "golden" | "forged"

/** The runner's requests; the same messages go over stdio (README, "stdio protocol"). */
export type Request =
  | { readonly type: "hello" }
  | { readonly type: "start"; readonly options: JsonObject; readonly tools: JsonObject }
  | { readonly type: "propose" | "settle" | "observe" | "verdict"; readonly input: JsonObject }
  | { readonly type: "clear" }
  | { readonly type: "run"; readonly script: JsonObject }
  | { readonly type: "judge"; readonly subject: string; readonly input: JsonObject }
  | { readonly type: "forged"; readonly task: ForgedTask }

/** An implementation's answers: the fields of `hello`, a resolved config, a step, a run, an answer, or an error. */
export interface Reply {
  readonly name?: string
  readonly capabilities?: readonly Capability[]
  readonly questions_at_once?: number | undefined
  readonly config?: JsonObject
  readonly step?: JsonObject
  readonly run?: JsonObject
  /** What a subject of a golden case says. */
  readonly answer?: unknown
  /** A loop's statement about a forged run: `verified`, `proof`. */
  readonly forged?: unknown
  /** Options, or a call, that the implementation refuses. */
  readonly error?: { readonly option: string; readonly message: string }
}

/**
 * An implementation under test. `request` may reject: the case then fails with that message. `start` and `run` begin
 * afresh, whatever happened before.
 */
export interface Implementation {
  readonly name: string
  readonly capabilities: readonly Capability[]
  /** How many `judge` and `forged` requests it takes at once. Default 1. */
  readonly questions_at_once?: number
  request(message: Request): Promise<Reply>
  close(): Promise<void>
}
