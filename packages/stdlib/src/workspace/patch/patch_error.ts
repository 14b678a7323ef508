export type PatchErrorKind =
  | "invalid_path"
  | "sensitive_path"
  | "build_manifest"
  | "outside_root"
  | "too_large"
  | "invalid_content"
  | "unknown_action"
  | "conflict"
  | "io"

/** Why patches were refused or undone. Whatever the kind, every file is as it was before. */
export class PatchError extends Error {
  readonly code = "patch_rejected"
  readonly kind: PatchErrorKind
  /** As the patch spells it; empty when no single path is to blame. */
  readonly path: string

  constructor(kind: PatchErrorKind, path: string, message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.name = "PatchError"
    this.kind = kind
    this.path = path
  }
}
