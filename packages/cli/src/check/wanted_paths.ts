import { realpath } from "node:fs/promises"
import { basename, dirname, join, relative, resolve, sep } from "node:path"
import type { ChangeSet } from "@proofloop/foundation/git"
import { treeFacts, workTreeFacts } from "@proofloop/stdlib/critics"
import { Misuse } from "../console/misuse.ts"

interface Judged {
  readonly root: string
  readonly cwd: string
  readonly head: string | null
  readonly change: ChangeSet
}

/** Whether a finding is about one of the paths of a call. Throws Misuse for a path that names nothing there. */
export async function wantedPaths(
  given: readonly string[],
  { root, cwd, head, change }: Judged,
): Promise<(path: string) => boolean> {
  if (given.length === 0) return () => true
  const facts = head === null ? workTreeFacts(root, change) : treeFacts(root, head, change)
  const wanted: string[] = []
  for (const path of given) {
    const plain = relative(root, await withoutLinks(resolve(cwd, path)))
      .split(sep)
      .join("/")
    const is_touched = change.files.some((file) => isBelow(plain, file.path))
    if (!is_touched && !(await facts.exists(plain === "" ? "." : plain))) {
      throw new Misuse(`${path}: no such file in this repository, nor in what changed`)
    }
    wanted.push(plain)
  }
  return (path) => wanted.some((one) => isBelow(one, path))
}

/** As git spells the root; the last name stays, it may be a link itself or gone. */
async function withoutLinks(path: string): Promise<string> {
  const folder = await realpath(dirname(path)).catch(() => dirname(path))
  return join(folder, basename(path))
}

function isBelow(folder: string, path: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`)
}
