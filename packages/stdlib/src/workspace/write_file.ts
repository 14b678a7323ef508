import { RequestError, locate, readContent, sha256, type Workspace } from "@proofloop/foundation/files"
import type { Tool } from "@proofloop/runtime"
import * as z from "zod"
import { editTool } from "./edit_tool.ts"

/** Creates a file or replaces all of it, in one step. */
export function writeFileTool(workspace: Workspace): Tool {
  const definition = {
    name: "write_file",
    description:
      "Create a file, or replace its whole content. Folders are created. For a small change to an existing file use edit_file.",
    input: z.strictObject({
      path: z.string().describe("Path relative to the workspace root"),
      content: z.string().describe("The whole new content"),
    }),
    annotations: { kind: "edit", idempotent: true },
  } as const
  return editTool(workspace, definition, async ({ path, content }) => {
    const located = await locate(workspace, path, "write")
    if (located.stats?.isDirectory()) throw new RequestError(`${path} is a folder, not a file`)
    const after = Buffer.from(content)
    const file_hashes = { [located.relative]: sha256(after) }
    if (located.stats !== null && located.stats.size === after.length) {
      const before = await readContent(workspace, located)
      if (before.bytes.equals(after)) {
        const output = `${located.relative} already has exactly this content`
        return { located, after, result: { ok: true, output, mutation_status: "unchanged", file_hashes } }
      }
    }
    const output = `${located.stats === null ? "created" : "replaced"} ${located.relative} (${after.length} bytes)`
    return { located, after, result: { ok: true, output, mutation_status: "applied", file_hashes } }
  })
}
