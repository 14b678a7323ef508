import { requireGit } from "@proofloop/foundation/git"
import type { Judged } from "../judged.ts"
import { annotationsIn } from "./annotations.ts"
import { drawHunk, type ShownHunk } from "./draw_hunk.ts"
import { drawSummary } from "./draw_summary.ts"
import { hunksOf } from "./hunks.ts"
import { createSheet, MARGIN } from "./sheet.ts"
import { summaryIn } from "./summary.ts"

/** What a reviewer sees of a pull request, drawn from its reports: annotations below their lines of the diff, and the summary. */
export async function pullPicture(root: string, { pull, github, markdown }: Judged): Promise<string> {
  const annotations = annotationsIn(github)
  const paths = [...new Set(annotations.map(({ path }) => path))]
  const hunks = await Promise.all(
    paths.map(async (path): Promise<readonly ShownHunk[]> => {
      const diff = await requireGit(root, ["diff", "--no-ext-diff", pull.parent, pull.id, "--", path])
      return shownHunks(
        path,
        diff,
        annotations.filter((one) => one.path === path),
      )
    }),
  )
  const sheet = createSheet()
  const title = `#${pull.number} ${pull.title}`
  sheet.text(MARGIN, sheet.y + 10, title, "bold")
  sheet.y += 26
  for (const hunk of hunks.flat()) sheet.card(() => drawHunk(sheet, hunk))
  sheet.card(() => drawSummary(sheet, summaryIn(markdown)))
  return sheet.svg(`${title}: what proofloop check says`)
}

/** The hunks that have an annotated line; what is about no line of them stands alone. */
export function shownHunks(
  path: string,
  diff: string,
  annotations: ShownHunk["annotations"],
): readonly ShownHunk[] {
  const left = new Set(annotations)
  const shown = hunksOf(diff).flatMap((lines): readonly ShownHunk[] => {
    const here = annotations.filter(({ line }) => line !== null && lines.some(({ after }) => after === line))
    for (const one of here) left.delete(one)
    return here.length === 0 ? [] : [{ path, lines, annotations: here }]
  })
  return left.size === 0 ? shown : [...shown, { path, lines: [], annotations: [...left] }]
}
