import { thrownMessage } from "@proofloop/foundation/errors"
import { describeFileError, RequestError } from "@proofloop/foundation/files"

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

/** Why patches were refused or undone. For every kind, all files are as they were before. */
export class PatchError extends Error {
  readonly code = "patch_rejected"
  /** Why it was refused, for code that decides by it. */
  readonly kind: PatchErrorKind
  /** As the patch spells it; empty when no single path is at fault. */
  readonly path: string

  constructor(kind: PatchErrorKind, path: string, message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.name = "PatchError"
    this.kind = kind
    this.path = path
  }
}

/** Any error in the terms of patches. */
export function asPatchError(error: unknown, given: string): PatchError {
  if (error instanceof PatchError) return error
  const described = describeFileError(error, given)
  const message = thrownMessage(described)
  return new PatchError(kindOf(described), given, message, { cause: error })
}

function kindOf(error: unknown): PatchError["kind"] {
  if (!(error instanceof RequestError)) return "io"
  if (error.obstacle === null) return error.cause === undefined ? "invalid_path" : "io"
  return ({ outside: "outside_root", link: "invalid_path", conflict: "conflict" } as const)[error.obstacle]
}
