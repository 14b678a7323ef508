import { unlink } from "node:fs/promises"
import { basename, join } from "node:path"
import {
  describeFileError,
  RequestError,
  readContent,
  sha256,
  type Located,
  locate,
  type Workspace,
  inPinnedFolder,
} from "@proofloop/foundation/files"
import { noSuchFile } from "@proofloop/foundation/git"
import type { Tool, ToolResult } from "@proofloop/runtime"
import { z } from "zod"
import { defineTool } from "./define_tool.ts"
import { inFileTurn } from "./file_turn.ts"

/** Deletes one file; a symbolic link is deleted itself, never what it leads to. */
export function deleteFileTool(workspace: Workspace): Tool {
  return defineTool({
    name: "delete_file",
    description: "Delete one file. Folders cannot be deleted.",
    input: z.strictObject({ path: z.string().describe("Path relative to the workspace root") }),
    annotations: { kind: "delete" },
    async plan_writes({ path }) {
      const located = await prepare(workspace, path)
      const { bytes } = await readContent(workspace, located)
      return {
        writes: [{ path: located.relative, before: sha256(bytes), after: null }],
        result: deleted(located),
      }
    },
    async execute({ path }, { signal }) {
      return inFileTurn(workspace, path, signal, async () => {
        const located = await prepare(workspace, path)
        await inPinnedFolder(workspace, located, { create: false }, (folder) =>
          unlink(join(folder, basename(located.absolute))),
        ).catch((error: unknown) => {
          throw describeFileError(error, located.relative)
        })
        return deleted(located)
      })
    },
  })
}

async function prepare(workspace: Workspace, path: string): Promise<Located> {
  const located = await locate(workspace, path, "delete")
  if (located.stats === null) throw await noSuchFile(workspace, located.relative)
  if (located.stats.isDirectory()) throw new RequestError(`${path} is a folder; only files can be deleted`)
  return located
}

function deleted({ relative }: Located): ToolResult {
  return {
    ok: true,
    output: `deleted ${relative}`,
    mutation_status: "applied",
    file_hashes: { [relative]: "absent" },
  }
}
