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
