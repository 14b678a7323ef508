import { existsSync, realpathSync } from "node:fs"
import { join, resolve, dirname, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { InvalidOptionError } from "@proofloop/foundation/errors"
import type { ForgeTarget } from "../comments.ts"
import type { LocalChecksOptions } from "./checks.ts"

export interface LocalForgeOptions {
  /** A bare git repository, made by `git init --bare`. */
  readonly repository: string
  /** Where pull requests and issues are kept. Default: `proofloop` in the repository. */
  readonly folder?: string | undefined
  /** The CI: a test command on each commit that is asked about. Default: none. */
  readonly checks?: LocalChecksOptions | undefined
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

/** The record that the address of a page below `folder` names. */
export function localTarget(folder: string, url: string): ForgeTarget | null {
  const path = pathOf(url)
  if (path === null) return null
  const [kind, name, ...more] = relative(folder, path).split(sep)
  const number = Number(/^([1-9]\d{0,8})\.(?:md|json)$/.exec(name ?? "")?.[1])
  if (more.length > 0 || !Number.isSafeInteger(number)) return null
  if (kind === "pulls" || kind === "reviews") return { kind: "pull_request", number }
  return kind === "issues" ? { kind: "issue", number } : null
}

/** A missing file has no real path, but its folder may have one. */
function pathOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  parsed.hash = ""
  parsed.search = ""
  if (parsed.protocol !== "file:" || parsed.host !== "") return null
  try {
    const path = fileURLToPath(parsed)
    return join(realpathSync(dirname(path)), path.slice(dirname(path).length))
  } catch {
    return null
  }
}
