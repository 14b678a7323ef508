import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"

/**
 * Lets git talk to a forge from a separate repository that shares the objects and branches of the one at `root`. The
 * configuration there could send a push and its credential elsewhere (addresses, proxies, certificates), and a test
 * in its work tree may have written it. Rejects with GitError, and as `talk` does.
 */
export async function fromOwnRepository<Result>(
  root: string,
  talk: (environment: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const asked = ["--path-format=absolute", "--git-path", "objects", "--git-path", "shallow"]
  const told = await requireGit(root, ["rev-parse", "--show-object-format", ...asked])
  const [format = "", objects = "", shallow = ""] = told.split("\n")
  const own = await mkdtemp(join(tmpdir(), "proofloop-remote-"))
  try {
    await requireGit(own, ["init", "--quiet", "--bare", "--template=", `--object-format=${format}`])
    await writeFile(join(own, "packed-refs"), await branchesOf(root))
    await copyFile(shallow, join(own, "shallow")).catch(() => undefined)
    return await talk({ GIT_DIR: own, GIT_OBJECT_DIRECTORY: objects })
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** What is there need not be fetched again. */
async function branchesOf(root: string): Promise<string> {
  return requireGit(root, ["for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/remotes"])
}
