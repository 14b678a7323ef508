import { locate, type Workspace } from "@proofloop/foundation/files"
import { noSuchFile, listTree } from "@proofloop/foundation/git"
import { plural } from "@proofloop/foundation/text"
import { defineTool, type Tool } from "@proofloop/runtime"
import * as z from "zod"

/** Lists files below a folder; deeper than `depth` it sums up by folder. */
export function listFilesTool(workspace: Workspace): Tool {
  return defineTool({
    name: "list_files",
    description:
      "List the files below a folder, one path a line. Files ignored by git, .git and node_modules are left out. Folders deeper than depth are shown with their number of files.",
    input: z.strictObject({
      path: z.string().default(".").describe("Folder relative to the workspace root"),
      depth: z.int().min(1).max(100).default(5).describe("How many levels of folders to open"),
      limit: z.int().min(1).max(10_000).default(500).describe("Most lines to show"),
    }),
    annotations: { kind: "list", read_only: true, idempotent: true },
    async run({ path, depth, limit }) {
      const located = await locate(workspace, path, "read")
      if (located.stats === null) throw await noSuchFile(workspace, located.relative)
      const files = located.stats.isDirectory()
        ? (await listTree(workspace.root, located.relative)).filter((file) => workspace.denied(file) === null)
        : [located.relative]
      if (files.length === 0) return { ok: true, output: `no files in ${located.relative}` }
      const base_depth = located.relative === "." ? 0 : located.relative.split("/").length
      const lines = summarize(files, base_depth + depth)
      const shown = lines.slice(0, limit).join("\n")
      const note = `\n[${limit} of ${lines.length} lines shown; give a deeper path, a smaller depth or a larger limit]`
      return { ok: true, output: lines.length > limit ? shown + note : shown }
    },
  })
}

function summarize(files: readonly string[], depth: number): readonly string[] {
  const folders = new Map<string, number>()
  const lines: string[] = []
  for (const file of files) {
    const names = file.split("/")
    if (names.length <= depth) {
      lines.push(printable(file))
      continue
    }
    const folder = names.slice(0, depth).join("/")
    if (!folders.has(folder)) lines.push(folder)
    folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  return lines.map((line) => {
    const count = folders.get(line)
    return count === undefined ? line : `${printable(line)}/ (${plural(count, "file")})`
  })
}

/** A name with a newline must not look like two files. */
function printable(path: string): string {
  return /[\u0000-\u001f\u007f]/.test(path) ? JSON.stringify(path) : path
}
