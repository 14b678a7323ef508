import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { initRepository, requireGit } from "@proofloop/foundation/git"
import type { SeededBuild } from "./builds.ts"

export interface BuildRepository {
  readonly root: string
  remove(): Promise<void>
}

/** A temporary repository with the build's `before` committed and its `after` in the work tree. Rejects with GitError. */
export async function openBuild({ before, after }: SeededBuild): Promise<BuildRepository> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "proofloop-build-")))
  const remove = () => rm(root, { recursive: true, force: true })
  try {
    await writeFiles(root, before)
    await initRepository(root)
    await requireGit(root, ["add", "--all", "--", "."])
    await requireGit(root, ["commit", "--quiet", "--message", "before"])
    await writeFiles(root, after)
    return { root, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function writeFiles(root: string, files: Readonly<Record<string, string | null>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path)
    if (content === null) {
      await rm(file, { force: true })
      continue
    }
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}
