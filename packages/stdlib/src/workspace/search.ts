import type { Tool } from "@proofloop/runtime"
import { z } from "zod"
import { defineTool } from "./define_tool.ts"
import { ToolFailure } from "./failure.ts"
import { isBinary, readContent } from "./file_content.ts"
import { compileGlob } from "./glob.ts"
import { createLineMatcher } from "./line_matcher.ts"
import { locate } from "./locate.ts"
import { noSuchFile } from "./near_path.ts"
import type { Workspace } from "./open_workspace.ts"
import { listTree } from "./tree.ts"

const TIME_BUDGET_MS = 10_000
const SHOWN_CHARACTERS = 300

/** Finds lines by literal text or regular expression, in at most ten seconds. */
export function searchTool(workspace: Workspace): Tool {
  return defineTool({
    name: "search",
    description:
      "Find lines that contain a text, or match a JavaScript regular expression with regex true. Shows path:line: text. Searches line by line, without files ignored by git, binary and very large files.",
    input: z.strictObject({
      pattern: z.string().min(1).describe("Literal text, or a regular expression with regex true"),
      path: z.string().default(".").describe("Folder or file relative to the workspace root"),
      glob: z.string().optional().describe('Only files that match, such as "*.ts" or "src/**/*.{ts,tsx}"'),
      regex: z.boolean().default(false),
      ignore_case: z.boolean().default(false),
      limit: z.int().min(1).max(1000).default(100).describe("Most lines to show"),
    }),
    annotations: { kind: "search", read_only: true, idempotent: true },
    async execute({ pattern, path, glob, regex, ignore_case, limit }, context) {
      if (/[\r\n]/.test(pattern))
        throw new ToolFailure("the search is line by line; search for one line of the text")
      const files = await filesToSearch(workspace, path, glob)
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIME_BUDGET_MS)])
      const matcher = createLineMatcher({ pattern, regex, ignore_case, signal })
      const lines: string[] = []
      let stopped_at: string | null = null
      try {
        for (const file of files) {
          if (lines.length > limit) break
          const text = await readText(workspace, file)
          if (text === null) continue
          const matches = await matcher.match(text, limit + 1 - lines.length)
          if (matches === null) {
            stopped_at = file
            break
          }
          for (const match of matches)
            lines.push(`${file}:${match.line}: ${excerpt(match.text, match.column)}`)
        }
      } finally {
        await matcher.close()
      }
      if (context.signal.aborted) throw new ToolFailure("the search was aborted")
      return {
        ok: stopped_at === null || lines.length > 0,
        ...report(lines, limit, stopped_at, files.length),
      }
    },
  })
}

async function filesToSearch(
  workspace: Workspace,
  path: string,
  glob: string | undefined,
): Promise<readonly string[]> {
  const located = await locate(workspace, path, "read")
  if (located.stats === null) throw await noSuchFile(workspace, located.relative)
  if (!located.stats.isDirectory()) return [located.relative]
  const matches = glob === undefined ? () => true : compileGlob(glob)
  const files = await listTree(workspace.root, located.relative)
  return files.filter((file) => workspace.denied(file) === null && matches(file))
}

async function readText(workspace: Workspace, file: string): Promise<string | null> {
  try {
    const { bytes } = await readContent(workspace, await locate(workspace, file, "read"))
    return isBinary(bytes) ? null : bytes.toString("utf8")
  } catch {
    // Too large, a folder of a nested repository, a link that leads out: not searched.
    return null
  }
}

/** The part of a long line around the match. */
function excerpt(text: string, column: number): string {
  if (text.length <= SHOWN_CHARACTERS) return text
  const start = Math.max(0, Math.min(column - SHOWN_CHARACTERS / 3, text.length - SHOWN_CHARACTERS))
  const end = start + SHOWN_CHARACTERS
  return `${start > 0 ? "..." : ""}${text.slice(start, end)}${end < text.length ? "..." : ""}`
}

function report(lines: readonly string[], limit: number, stopped_at: string | null, file_count: number) {
  const notes: string[] = []
  if (lines.length > limit)
    notes.push(`[more than ${limit} lines match; narrow path or glob, or raise limit]`)
  if (stopped_at !== null) {
    notes.push(
      `[stopped after ${TIME_BUDGET_MS / 1000} s in ${stopped_at}; use a simpler pattern or a narrower path]`,
    )
  }
  if (lines.length === 0 && stopped_at === null) notes.push(`no line matches in ${file_count} files`)
  return { output: [...lines.slice(0, limit), ...notes].join("\n") }
}
