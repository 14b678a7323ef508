import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { Misuse } from "../command/misuse.ts"

/** A folder of its own with a clone in it. */
export interface Clone {
  readonly root: string
  remove(): Promise<void>
}

/**
 * A clone without files that shares the repository's objects, so that nothing is written to it and a bare one works as well. Throws
 * Misuse where it cannot be cloned.
 */
export async function openClone(repository: string): Promise<Clone> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop clone "))
  const root = join(folder, "clone")
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const allowed = ["-c", "protocol.file.allow=always"]
    await requireGit(folder, [...allowed, "clone", "--quiet", "--shared", "--no-checkout", repository, root])
  } catch (error) {
    await remove()
    throw new Misuse(`--repository: ${repository} cannot be cloned`, { cause: error })
  }
  return { root, remove }
}
