import {
  RequestError,
  readContent,
  sha256,
  type Located,
  locate,
  type Workspace,
  replaceFile,
} from "@proofloop/foundation/files"
import type { Tool, ToolResult } from "@proofloop/runtime"
import { z } from "zod"
import { defineTool } from "./define_tool.ts"
import { inFileTurn } from "./file_turn.ts"

/** Creates a file or replaces all of it, in one step. */
export function writeFileTool(workspace: Workspace): Tool {
  return defineTool({
    name: "write_file",
    description:
      "Create a file, or replace its whole content. Folders are created. For a small change to an existing file use edit_file.",
    input: z.strictObject({
      path: z.string().describe("Path relative to the workspace root"),
      content: z.string().describe("The whole new content"),
    }),
    annotations: { kind: "edit", idempotent: true },
    async plan_writes({ path, content }) {
      const { located, bytes, result } = await prepare(workspace, path, content)
      const before = located.stats === null ? null : sha256((await readContent(workspace, located)).bytes)
      return { writes: [{ path: located.relative, before, after: sha256(bytes) }], result }
    },
    async execute({ path, content }, { signal }) {
      return inFileTurn(workspace, path, signal, async () => {
        const { located, bytes, result } = await prepare(workspace, path, content)
        if (result.mutation_status === "applied") await replaceFile(workspace, located, bytes)
        return result
      })
    },
  })
}

/** The write as it would be, with nothing written. Throws RequestError. */
async function prepare(
  workspace: Workspace,
  path: string,
  content: string,
): Promise<{ readonly located: Located; readonly bytes: Buffer; readonly result: ToolResult }> {
  const located = await locate(workspace, path, "write")
  if (located.stats?.isDirectory()) throw new RequestError(`${path} is a folder, not a file`)
  const bytes = Buffer.from(content)
  const file_hashes = { [located.relative]: sha256(bytes) }
  if (located.stats !== null && located.stats.size === bytes.length) {
    const before = await readContent(workspace, located)
    if (before.bytes.equals(bytes)) {
      const output = `${located.relative} already has exactly this content`
      return { located, bytes, result: { ok: true, output, mutation_status: "unchanged", file_hashes } }
    }
  }
  const output = `${located.stats === null ? "created" : "replaced"} ${located.relative} (${bytes.length} bytes)`
  return { located, bytes, result: { ok: true, output, mutation_status: "applied", file_hashes } }
}
