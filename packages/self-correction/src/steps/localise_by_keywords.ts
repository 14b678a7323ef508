import type { Workspace } from "@proofloop/foundation/files"
import { git } from "@proofloop/foundation/git"
import type { Hit } from "../feedback.ts"
import { readFileLines, keywordHits } from "./localise_file.ts"

/** Files that are looked into, and hits of each. */
const MAX_FILES = 5
const MAX_HITS_PER_FILE = 4
/** Files that cannot be read are passed over, but not without end. */
const MAX_TRIED = 50

/**
 * Hits in tracked files, for feedback whose candidates gave none. A file comes before another when its keywords are rarer
 * in the repository, then by its path. None outside a repository.
 */
export async function findByKeywords(
  workspace: Workspace,
  keywords: readonly string[],
  max_hits: number,
): Promise<readonly Hit[]> {
  const scores = new Map<string, number>()
  for (const keyword of keywords) {
    const files = await filesWith(workspace.root, keyword)
    for (const path of files) scores.set(path, (scores.get(path) ?? 0) + 1 / files.length)
  }
  const ranked = [...scores].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  const hits: Hit[] = []
  let files = 0
  for (const [path] of ranked.slice(0, MAX_TRIED)) {
    if (files === MAX_FILES || hits.length === max_hits) break
    const file = await readFileLines(workspace, path)
    if ("reason" in file || file.path !== path) continue
    const room = Math.min(MAX_HITS_PER_FILE, max_hits - hits.length)
    const found = keywordHits(path, file.lines, keywords, room)
    if (found.length > 0) files += 1
    hits.push(...found)
  }
  return hits
}

async function filesWith(root: string, keyword: string): Promise<readonly string[]> {
  const found = await git(root, ["grep", "-l", "-z", "-i", "-I", "-F", "--no-color", "-e", keyword])
  return found.exit_code === 0 ? found.stdout.split("\0").filter((path) => path !== "") : []
}
