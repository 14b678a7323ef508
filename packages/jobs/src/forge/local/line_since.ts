import { requireGit } from "@proofloop/foundation/git"
import { at } from "./pull.ts"

/** The line of one commit's file in another commit; null when it was changed or is gone. Rejects with GitError. */
export async function lineSince(
  repository: string,
  { path, line, commit }: { readonly path: string; readonly line: number; readonly commit: string },
  head: string,
): Promise<number | null> {
  if (commit === head) return line
  const diff = [
    "diff",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--unified=0",
    commit,
    head,
    "--",
    path,
  ]
  const told = await requireGit(repository, diff, at(repository))
  let moved = line
  for (const [, from = "", before = "1", , after = "1"] of told.matchAll(HUNK)) {
    const [first, removed, added] = [Number(from), Number(before), Number(after)]
    // An insertion comes after the line that its hunk names.
    const begins = removed === 0 ? first + 1 : first
    if (line < begins) break
    if (line < begins + removed) return null
    moved += added - removed
  }
  return moved
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm
