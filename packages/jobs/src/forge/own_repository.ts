import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeBareRepository, objectStoreOf, requireGit } from "@proofloop/foundation/git"

export interface OwnRepository {
  readonly env: Readonly<Record<string, string>>
  /** Lets it know the branches of the other one: what is there need not be fetched again. Rejects with GitError. */
  readonly readBranches: () => Promise<void>
}

/**
 * Lets git talk to a forge from a separate repository that shares the objects of the one at `root`. The
 * configuration there could send a push and its credential elsewhere (addresses, proxies, certificates), and a test
 * in its work tree may have written it. Rejects with GitError, and as `talk` does.
 */
export async function fromOwnRepository<Result>(
  root: string,
  talk: (own: OwnRepository) => Promise<Result>,
): Promise<Result> {
  const { format, objects, shallow } = await objectStoreOf(root)
  const own = await mkdtemp(join(tmpdir(), "proofloop-remote-"))
  try {
    await makeBareRepository(own, format)
    await copyFile(shallow, join(own, "shallow")).catch(() => undefined)
    const listed = ["for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/remotes"]
    return await talk({
      env: { GIT_DIR: own, GIT_OBJECT_DIRECTORY: objects },
      readBranches: async () => writeFile(join(own, "packed-refs"), await requireGit(root, listed)),
    })
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}
