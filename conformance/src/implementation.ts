import type { ForgedTask } from "./forged/case.ts"
import type { JsonObject } from "./json.ts"

export type Capability = "detector" | "config" | "loop" | "golden" | "forged"

/** The runner's requests; the same messages go over stdio (README, "stdio protocol"). */
export type Request =
  | { readonly type: "hello" }
  | {
      readonly type: "start"
      /** Options of the detector. */
      readonly options: JsonObject
      /** Declarations of tools by name. */
      readonly tools: JsonObject
    }
  | {
      /** A half of a turn, a whole turn, or a verdict. */
      readonly type: "propose" | "settle" | "observe" | "verdict"
      /** The input of the detector, as the README lists it. */
      readonly input: JsonObject
    }
  | { readonly type: "clear" }
  | {
      readonly type: "run"
      /** The task, options, tools, replies and results of a run. */
      readonly script: JsonObject
    }
  | {
      readonly type: "judge"
      /** The part that is asked. */
      readonly subject: string
      /** What it is asked about. */
      readonly input: JsonObject
    }
  | {
      readonly type: "forged"
      /** The scripted agent's task. */
      readonly task: ForgedTask
    }

/** An implementation's answers: the fields of `hello`, a resolved config, a step, a run, an answer, or an error. */
export interface Reply {
  /** Its name, for messages; answers `hello`. */
  readonly name?: string
  /** The kinds of cases it can play; answers `hello`. */
  readonly capabilities?: readonly Capability[]
  /** How many questions it takes at once. Default 1; answers `hello`. */
  readonly questions_at_once?: number | undefined
  /** The resolved knobs; answers `start`. */
  readonly config?: JsonObject
  /** The detector's step; answers `propose`, `settle`, `observe`, `verdict` and `clear`. */
  readonly step?: JsonObject
  /** Result, events and requests; answers `run`. */
  readonly run?: JsonObject
  /** What a subject of a golden case says. */
  readonly answer?: unknown
  /** A loop's statement about a forged run: `verified`, `proof`. */
  readonly forged?: unknown
  /** Options, or a call, that the implementation refuses. */
  readonly error?: {
    /** The option or call that is refused. */
    readonly option: string
    /** Why, in words. */
    readonly message: string
  }
}

/**
 * An implementation under test. `request` may reject: the case then fails with that message. `start` and `run` begin
 * afresh, whatever happened before.
 */
export interface Implementation {
  /** Its name, for messages. */
  readonly name: string
  /** The kinds of cases it can play; others are skipped. */
  readonly capabilities: readonly Capability[]
  /** How many `judge` and `forged` requests it takes at once. Default 1. */
  readonly questions_at_once?: number
  /** Answers one message. */
  request(message: Request): Promise<Reply>
  /** Ends it; no request follows. */
  close(): Promise<void>
}
