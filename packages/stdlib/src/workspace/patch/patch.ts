import type { DeniedPaths } from "@proofloop/foundation/files"

export interface Patch {
  /** Default "modify". "create" and "modify" both write `content`, over anything that was there. */
  readonly action?: "create" | "modify" | "delete"
  /** Relative to the root. A patch with an empty path is skipped. */
  readonly path: string
  /** The whole new content. Default for "create": empty. */
  readonly content?: string
}

export interface PatchOptions {
  /** Build manifests this task may change: paths relative to the root. Default none. */
  readonly allowed_manifests?: readonly string[] | undefined
  /** The task restores a broken build: no manifest may change, even allowed ones. Default false. */
  readonly compile_fix_mode?: boolean | undefined
  /** Longest content, and longest file that is replaced. Default 2 MiB. */
  readonly max_file_bytes?: number | undefined
  /** Paths denied beside the denylist: globs with case ignored, or a function that names its reason. */
  readonly denied?: readonly string[] | DeniedPaths | undefined
  /** The journal stays until `accept` or `revert`, for `recoverPatches` to undo unjudged changes. Default false. */
  readonly until_accepted?: boolean | undefined
}
