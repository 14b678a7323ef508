import {
  RequestError,
  decodeText,
  locate,
  readContent,
  sha256,
  type Workspace,
} from "@proofloop/foundation/files"
import { noSuchFile } from "@proofloop/foundation/git"
import { replaceText } from "@proofloop/foundation/text"
import type { Tool } from "@proofloop/runtime"
import * as z from "zod"
import { editTool } from "./edit_tool.ts"

/** Replaces an exact piece of text that occurs once, or every occurrence with `replace_all`. */
export function editFileTool(workspace: Workspace): Tool {
  const definition = {
    name: "edit_file",
    description:
      "Replace old_text by new_text in a file. old_text must match exactly, white space included, and occur exactly once, unless replace_all is true.",
    input: z.strictObject({
      path: z.string().describe("Path relative to the workspace root"),
      old_text: z
        .string()
        .describe("The exact text to replace, with enough lines around it to occur only once"),
      new_text: z.string().describe("The text to put in its place"),
      replace_all: z.boolean().default(false).describe("Replace every occurrence"),
    }),
    annotations: { kind: "edit" },
  } as const
  return editTool(workspace, definition, async ({ path, old_text, new_text, replace_all }) => {
    const located = await locate(workspace, path, "write")
    if (located.stats === null) throw await noSuchFile(workspace, located.relative)
    const { bytes, stats } = await readContent(workspace, located)
    const edit = replaceText(decodeText(bytes, located.relative), { old_text, new_text, replace_all })
    if ("refused" in edit) {
      throw new RequestError(`${located.relative}: ${edit.refused}`, { unchanged: edit.unchanged ?? false })
    }
    const after = Buffer.from(edit.text)
    const places = edit.lines.length === 1 ? "line" : "lines"
    return {
      located: { ...located, stats },
      before: bytes,
      after,
      result: {
        ok: true,
        output: `replaced ${edit.lines.length} of ${edit.lines.length} in ${located.relative} at ${places} ${edit.lines.slice(0, 20).join(", ")}`,
        mutation_status: "applied",
        file_hashes: { [located.relative]: sha256(after) },
      },
    }
  })
}
