import type { Model } from "@proofloop/runtime"

export interface LensDefinition {
  /** Lower case, words joined with "-". */
  readonly id: string
  /** What the verifier must try to refute, in Markdown. */
  readonly question: string
}

export interface BriefOptions {
  /** A git repository or a folder of one. */
  readonly root: string
  /** What the change differs from. Default "HEAD". */
  readonly base?: string | undefined
  /** The commit that is judged. Default: the work tree, untracked files included, ignored ones not. */
  readonly head?: string | undefined
  /** Globs of the files that say what is promised, read at the base. */
  readonly contract?: readonly string[] | undefined
  /** Globs of the tests, read at the base. Default: the tests the repository has for the changed files. */
  readonly tests?: readonly string[] | undefined
  /** Read at the base. Default: CONVENTIONS.md, CONTRIBUTING.md and AGENTS.md, where they are. */
  readonly conventions?: readonly string[] | undefined
  /** Longest diff that is judged, in bytes. Default 512 KiB; a longer one is refused, never cut. */
  readonly max_diff_bytes?: number | undefined
}

export interface VerifierOptions extends BriefOptions {
  /** The ledger's file. Default `.proofloop/verdicts/default.jsonl` below the root. */
  readonly ledger?: string | undefined
  /** One model for all lenses, or one for each. */
  readonly model: Model | Readonly<Record<string, Model>>
  /** Whose work is judged. Without it no same-model caveat can be given. */
  readonly builder?:
    | { readonly id?: string | undefined; readonly model_name?: string | null | undefined }
    | undefined
  /** Beside the standard ones, or in their place when one has the same id. */
  readonly lenses?: readonly LensDefinition[] | undefined
  /** Which of them judge. Default: all. */
  readonly only?: readonly string[] | undefined
  /** Default 3. */
  readonly min_lenses?: number | undefined
  /** Turns of one verifier. Default 12. */
  readonly max_iterations?: number | undefined
  /** Milliseconds for one verifier. Default 300 000. */
  readonly timeout_ms?: number | undefined
  readonly prompt_dir?: string | undefined
}
