import { realpathSync, statSync } from "node:fs"
import { resolve } from "node:path"
import { InvalidOptionError } from "../errors/invalid_option.ts"
import { createDeniedPaths, type DeniedPaths } from "./denied.ts"

export interface Workspace {
  /** Absolute, all symbolic links resolved. */
  readonly root: string
  /** Absolute, as the host gave it. */
  readonly given_root: string
  /** Says whether a path is denied, and by which entry of the denylist. */
  readonly denied: DeniedPaths
  /** Longest file that is read, written or searched. */
  readonly max_file_bytes: number
}

/** Throws InvalidOptionError when `root` is not a folder. */
export function openWorkspace(options: {
  readonly root: string
  /** Patterns of denied paths, beside `.git`, which is always denied. */
  readonly denied_paths: readonly string[]
  /** Longest file that is read, written or searched, in bytes. */
  readonly max_file_bytes: number
}): Workspace {
  const given_root = resolve(options.root)
  if (!statSync(given_root, { throwIfNoEntry: false })?.isDirectory()) {
    throw new InvalidOptionError({ option: "root", expected: "an existing folder", got: options.root })
  }
  return {
    root: realpathSync(given_root),
    given_root,
    denied: createDeniedPaths(options.denied_paths),
    max_file_bytes: options.max_file_bytes,
  }
}
