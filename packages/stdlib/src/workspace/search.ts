import { RequestError, compileGlob, locate, type Located, type Workspace } from "@proofloop/foundation/files"
import { noSuchFile, listTree } from "@proofloop/foundation/git"
import { createDeadline } from "@proofloop/foundation/process"
import { plural } from "@proofloop/foundation/text"
import { defineTool, type Tool } from "@proofloop/runtime"
import * as z from "zod"
import { createLineMatcher, type LineMatcher } from "./line_matcher.ts"
import { searchFile, searchFiles, type SearchOutcome } from "./search_files.ts"

/** Finds lines by literal text or regular expression, in at most `time_budget_ms` (default 10 000). */
export function searchTool(workspace: Workspace, time_budget_ms = 10_000): Tool {
  return defineTool({
    name: "search",
    description:
      "Find lines that contain a text, or match a JavaScript regular expression with regex true. Shows path:line: text. Searches line by line; in a folder without files ignored by git, binary and very large files.",
    input: z.strictObject({
      pattern: z.string().min(1).describe("Literal text, or a regular expression with regex true"),
      path: z.string().default(".").describe("Folder or file relative to the workspace root"),
      glob: z.string().optional().describe('Only files that match, such as "*.ts" or "src/**/*.{ts,tsx}"'),
      regex: z.boolean().default(false),
      ignore_case: z.boolean().default(false),
      limit: z.int().min(1).max(1000).default(100).describe("Most lines to show"),
    }),
    annotations: { kind: "search", read_only: true, idempotent: true },
    async run({ pattern, path, glob, regex, ignore_case, limit }, context) {
      if (/[\r\n]/.test(pattern)) {
        throw new RequestError("the search is line by line; search for one line of the text")
      }
      const located = await locate(workspace, path, "read")
      if (located.stats === null) throw await noSuchFile(workspace, located.relative)
      const files = located.stats.isDirectory() ? await filesBelow(workspace, located, glob) : null
      const deadline = createDeadline({ time_ms: time_budget_ms, signals: [context.signal] })
      try {
        const matcher = createLineMatcher({ pattern, regex, ignore_case, signal: deadline.signal })
        const outcome = await searchLocated(workspace, files ?? located, matcher, limit)
        if (context.signal.aborted) throw new RequestError("the search was aborted")
        return { ok: outcome.stopped_at === null || outcome.lines.length > 0, output: report(outcome) }
      } finally {
        deadline.release()
      }
    },
  })
}

async function searchLocated(
  workspace: Workspace,
  target: readonly string[] | Located,
  matcher: LineMatcher,
  limit: number,
): Promise<SearchOutcome> {
  try {
    if ("absolute" in target) return await searchFile(workspace, target, { matcher, limit })
    return await searchFiles(workspace, target, matcher, limit)
  } finally {
    await matcher.close()
  }
}

async function filesBelow(
  workspace: Workspace,
  folder: Located,
  glob: string | undefined,
): Promise<readonly string[]> {
  const matches = glob === undefined ? () => true : compileGlob(glob)
  const files = await listTree(workspace.root, folder.relative)
  return files.filter((file) => workspace.denied(file) === null && matches(file))
}

function report({ lines, stopped_at, is_cut, searched }: SearchOutcome): string {
  const shown = [...lines]
  if (is_cut) shown.push("[more lines match; narrow path or glob, or raise limit]")
  if (stopped_at !== null) {
    shown.push(`[ran out of time in ${stopped_at}; use a simpler pattern or a narrower path]`)
  }
  return shown.length > 0 ? shown.join("\n") : `no line matches in ${plural(searched, "file")}`
}
