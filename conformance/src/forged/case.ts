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
  readonly expect: JsonObject & { readonly verified: boolean }
  readonly stands: Standing
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
  | { readonly check: true }
  | { readonly write: string; readonly content: string }
  | { readonly behind: string; readonly content: string }
  | { readonly edit: string; readonly old: string; readonly new: string }
  | { readonly delete: string }
  | { readonly rename: string; readonly to: string }
  | { readonly run: string }
  | { readonly background: string }
  | { readonly claim: string }

/** A loop's task; `{ type: "forged", task }` over stdio. */
export interface ForgedTask {
  /** A git repository with one commit, for this task alone. */
  readonly root: string
  readonly verify: string
  readonly verify_timeout_ms: number
  /** The scripted agent's actions, a list a turn. Its last claim is repeated as often as the loop asks. */
  readonly turns: readonly (readonly ForgedAction[])[]
  readonly require_unchanged_checks: boolean
  readonly accepted_removals: readonly string[]
}

/** A loop's statement about the run. `proof` may have more fields than cases name. */
export interface ForgedAnswer {
  readonly verified: boolean
  readonly proof: JsonObject | null
  readonly stop_detail?: string | undefined
}
