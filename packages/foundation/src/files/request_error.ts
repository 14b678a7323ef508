import { errorCode } from "../errors/error_code.ts"
import { thrownMessage } from "../errors/thrown_message.ts"

/** A path that leads out of the root, a symbolic link on the way, or another writer's change. */
export type Obstacle = "outside" | "link" | "conflict"

/** Why a request could not be met, in words that help a person or a model to act. */
export class RequestError extends Error {
  readonly code = "request_error"
  /** The request changed nothing because there was nothing to change. */
  readonly unchanged: boolean
  /** The obstacle, where a caller tells it apart. */
  readonly obstacle: Obstacle | null

  constructor(
    message: string,
    details: {
      readonly unchanged?: boolean
      readonly obstacle?: Obstacle
      readonly cause?: unknown
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = "RequestError"
    this.unchanged = details.unchanged ?? false
    this.obstacle = details.obstacle ?? null
  }
}

/** A file system error in the same words, naming the path as the model knows it. Other errors come back unchanged. */
export function describeFileError(error: unknown, path: string): unknown {
  const reason = REASONS[errorCode(error)]
  return reason === undefined ? error : new RequestError(`${path}: ${reason}`, { cause: error })
}

/** Why the file system refused, in the same words and without the path; of any other error, its message. */
export function fileErrorReason(error: unknown): string {
  if (!(error instanceof Error)) return thrownMessage(error)
  if (errorCode(error) === "ENOENT" && "syscall" in error && String(error.syscall).startsWith("spawn"))
    return "no such program"
  if (errorCode(error) === "EEXIST" && "syscall" in error && error.syscall === "mkdir")
    return "a file is there, and a folder is needed"
  return REASONS[errorCode(error)] ?? thrownMessage(error)
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "is a folder, not a file",
  ENOTDIR: "a part of the path is a file, not a folder",
  ENAMETOOLONG: "the path is too long",
  ELOOP: "too many symbolic links",
  ENOSPC: "the disk is full",
  EROFS: "the file system is read-only",
  EMFILE: "too many open files; try again",
  ENFILE: "too many open files; try again",
  EBUSY: "the file is in use",
  ENXIO: "is not a regular file",
}
