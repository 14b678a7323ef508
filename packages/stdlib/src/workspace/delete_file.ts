import { unlink } from "node:fs/promises"
import { basename, join } from "node:path"
import type { Tool } from "@proofloop/runtime"
import { z } from "zod"
import { defineTool } from "./define_tool.ts"
import { describeFileError, ToolFailure } from "./failure.ts"
import { locate } from "./locate.ts"
import { noSuchFile } from "./near_path.ts"
import type { Workspace } from "./open_workspace.ts"
import { inPinnedFolder } from "./pinned_folder.ts"

/** Deletes one file; a symbolic link is deleted itself, never what it leads to. */
export function deleteFileTool(workspace: Workspace): Tool {
  return defineTool({
    name: "delete_file",
    description: "Delete one file. Folders cannot be deleted.",
    input: z.strictObject({ path: z.string().describe("Path relative to the workspace root") }),
    annotations: { kind: "delete" },
    async execute({ path }) {
      const located = await locate(workspace, path, "delete")
      if (located.stats === null) throw await noSuchFile(workspace, located.relative)
      if (located.stats.isDirectory()) throw new ToolFailure(`${path} is a folder; only files can be deleted`)
      await inPinnedFolder(workspace, located, { create: false }, (folder) =>
        unlink(join(folder, basename(located.absolute))),
      ).catch((error: unknown) => {
        throw describeFileError(error, located.relative)
      })
      return {
        ok: true,
        output: `deleted ${located.relative}`,
        mutation_status: "applied",
        file_hashes: { [located.relative]: "absent" },
      }
    },
  })
}
