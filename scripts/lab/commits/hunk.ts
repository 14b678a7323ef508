import { requireGit } from "@proofloop/foundation/git"
import type { Commit } from "./sample.ts"

const MOST_LINES = 60

interface Place {
  readonly path: string
  readonly line?: number
}

/** The part of a commit's diff that a finding is about: around its line on either side, else the first of the file. */
export async function hunkAt(root: string, { id, parent }: Commit, { path, line }: Place): Promise<string> {
  const diff = await requireGit(root, ["diff", "--no-color", "--no-ext-diff", "-U3", parent, id, "--", path])
  const hunks = diff.split(/^(?=@@ )/m).slice(1)
  const at = line === undefined ? undefined : hunks.find((hunk) => holds(hunk, line))
  const shown = (at ?? hunks[0] ?? "").split("\n")
  const from = at === undefined || line === undefined ? 0 : Math.max(0, lineIn(shown, line) - MOST_LINES / 2)
  return shown.slice(from, from + MOST_LINES).join("\n")
}

function holds(hunk: string, line: number): boolean {
  const sides = [...(hunk.split("\n", 1)[0] ?? "").matchAll(/[-+](\d+)(?:,(\d+))?/g)].slice(0, 2)
  return sides.some(([, from, count]) => line >= Number(from) && line < Number(from) + Number(count ?? 1))
}

/** The index of a line of the text before, in the lines of a hunk. */
function lineIn(hunk: readonly string[], line: number): number {
  let at = Number(/-(\d+)/.exec(hunk[0] ?? "")?.[1] ?? 1) - 1
  return Math.max(
    0,
    hunk.findIndex((text, index) => index > 0 && !text.startsWith("+") && ++at === line),
  )
}
