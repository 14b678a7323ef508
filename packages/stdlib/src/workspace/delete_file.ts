import { RequestError, locate, type Workspace } from "@proofloop/foundation/files"
import { noSuchFile } from "@proofloop/foundation/git"
import type { Tool } from "@proofloop/runtime"
import * as z from "zod"
import { editTool } from "./edit_tool.ts"

/** Deletes one file; a symbolic link is deleted itself, never its target. */
export function deleteFileTool(workspace: Workspace): Tool {
  const definition = {
    name: "delete_file",
    description: "Delete one file. Folders cannot be deleted.",
    input: z.strictObject({ path: z.string().describe("Path relative to the workspace root") }),
    annotations: { kind: "delete" },
  } as const
  return editTool(workspace, definition, async ({ path }) => {
    const located = await locate(workspace, path, "delete")
    if (located.stats === null) throw await noSuchFile(workspace, located.relative)
    if (located.stats.isDirectory()) throw new RequestError(`${path} is a folder; only files can be deleted`)
    const { relative } = located
    return {
      located,
      after: null,
      result: {
        ok: true,
        output: `deleted ${relative}`,
        mutation_status: "applied",
        file_hashes: { [relative]: "absent" },
      },
    }
  })
}
