import { existsSync, realpathSync } from "node:fs"
import { join, resolve } from "node:path"
import { InvalidOptionError } from "@proofloop/foundation/errors"

export interface LocalForgeOptions {
  /** A bare git repository, made by `git init --bare`. */
  readonly repository: string
  /** Where pull requests and issues are kept. Default: `proofloop` in the repository. */
  readonly folder?: string | undefined
}

/** Real paths. Throws InvalidOptionError. */
export function localForgeSettings({ repository, folder }: LocalForgeOptions): {
  readonly repository: string
  readonly folder: string
} {
  const path = typeof repository === "string" && repository !== "" && existsSync(repository)
  const real = path ? realpathSync(repository) : null
  if (real === null || !["HEAD", "objects", "refs"].every((name) => existsSync(join(real, name)))) {
    const expected = "the path of a bare git repository, made by git init --bare"
    throw new InvalidOptionError({ option: "repository", expected, got: repository })
  }
  return { repository: real, folder: folder === undefined ? join(real, "proofloop") : resolve(folder) }
}
