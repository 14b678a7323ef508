import type { Case } from "../case.ts"
import type { JsonObject } from "../json.ts"

/** A scripted agent on a real repository: an attack on the proof, or honest work that must stay verified. */
export interface ForgedCase extends Case {
  readonly kind: "forged"
  /** Name of a file in `forged/repositories`, without `.yaml`. */
  readonly repository: string
  /** Laid over the repository's files before its first commit; null: no such file. */
  readonly files?: Readonly<Record<string, string | null>>
  /** Command line of the check; default the repository's. */
  readonly verify?: string
  /** Milliseconds the check may take. Default 120 000. */
  readonly verify_timeout_ms?: number
  /** Tests whose removal the host accepts for the run. */
  readonly accepted_removals?: readonly string[]
  /** A turn of the agent each: an action, or several in one reply. A last turn that claims success is added. */
  readonly steps: readonly (ForgedAction | readonly ForgedAction[])[]
  /** What has to hold of the loop's answer. */
  readonly expect: JsonObject & {
    /** Whether the run has to be verified. */
    readonly verified: boolean
  }
  /** What a loop can do about it. */
  readonly stands: Standing
  /** Why it stands so, for people. */
  readonly why?: string
  /** Why our own loop fails the case so far. */
  readonly known_gap?: string
}

/**
 * `held`: never verified. `told`: verified, and `proof` names what was changed; not verified with `require_unchanged_checks`.
 * `out_of_scope`: no proof of a loop can see it. `honest`: no attack, so it stays verified.
 */
export type Standing = "held" | "told" | "out_of_scope" | "honest"

/** The agent's actions; `behind` is written past its tools, as by another process, before it replies. */
export type ForgedAction =
  | {
      /** Runs the check as a tool. */
      readonly check: true
    }
  | {
      /** Writes this file, relative to the root. */
      readonly write: string
      /** The whole file. */
      readonly content: string
    }
  | {
      /** Writes this file, relative to the root. */
      readonly behind: string
      /** The whole file. */
      readonly content: string
    }
  | {
      /** Changes this file, relative to the root. */
      readonly edit: string
      /** The text to replace. */
      readonly old: string
      /** The text to put in its place. */
      readonly new: string
    }
  | {
      /** Deletes this file, relative to the root. */
      readonly delete: string
    }
  | {
      /** Renames this file, relative to the root. */
      readonly rename: string
      /** Its new path, relative to the root. */
      readonly to: string
    }
  | {
      /** Runs this command line and waits for it. */
      readonly run: string
    }
  | {
      /** Starts this command line as a process that outlives the call. */
      readonly background: string
    }
  | {
      /** Says this, without a call: the agent thinks it is done. */
      readonly claim: string
    }

/** A loop's task; `{ type: "forged", task }` over stdio. */
export interface ForgedTask {
  /** A git repository with one commit, for this task alone. */
  readonly root: string
  /** Command line of the check. */
  readonly verify: string
  /** Milliseconds that the check may take. */
  readonly verify_timeout_ms: number
  /** The scripted agent's actions, a list a turn. Its last claim is repeated as often as the loop asks. */
  readonly turns: readonly (readonly ForgedAction[])[]
  /** Whether changed checks keep the run from being verified. */
  readonly require_unchanged_checks: boolean
  /** Tests whose removal the host accepts for the run. */
  readonly accepted_removals: readonly string[]
}

/** A loop's statement about the run. `proof` may have more fields than cases name. */
export interface ForgedAnswer {
  /** Whether the run is verified. */
  readonly verified: boolean
  /** What the verification rests on; null without one. */
  readonly proof: JsonObject | null
  /** Why the run ended, in words; absent when there is nothing to add. */
  readonly stop_detail?: string | undefined
}
