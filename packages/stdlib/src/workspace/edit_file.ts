import {
  RequestError,
  decodeText,
  readContent,
  sha256,
  type Located,
  locate,
  type Workspace,
  replaceFile,
} from "@proofloop/foundation/files"
import { noSuchFile } from "@proofloop/foundation/git"
import { replaceText } from "@proofloop/foundation/text"
import type { Tool, ToolResult } from "@proofloop/runtime"
import { z } from "zod"
import { defineTool } from "./define_tool.ts"
import { inFileTurn } from "./file_turn.ts"

/** Replaces an exact piece of text that occurs once, or every occurrence with `replace_all`. */
export function editFileTool(workspace: Workspace): Tool {
  return defineTool({
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
    async plan_writes(edit) {
      const { located, bytes, edited, result } = await prepare(workspace, edit)
      return {
        writes: [{ path: located.relative, before: sha256(bytes), after: sha256(edited) }],
        result,
      }
    },
    async execute(edit, { signal }) {
      return inFileTurn(workspace, edit.path, signal, async () => {
        const { located, edited, result } = await prepare(workspace, edit)
        await replaceFile(workspace, located, edited)
        return result
      })
    },
  })
}

interface Edit {
  readonly path: string
  readonly old_text: string
  readonly new_text: string
  readonly replace_all: boolean
}

interface Prepared {
  readonly located: Located
  readonly bytes: Buffer
  readonly edited: Buffer
  readonly result: ToolResult
}

/** The edit as it would be, with nothing written. Throws RequestError. */
async function prepare(
  workspace: Workspace,
  { path, old_text, new_text, replace_all }: Edit,
): Promise<Prepared> {
  const located = await locate(workspace, path, "write")
  if (located.stats === null) throw await noSuchFile(workspace, located.relative)
  const { bytes, stats } = await readContent(workspace, located)
  const edit = replaceText(decodeText(bytes, located.relative), { old_text, new_text, replace_all })
  if ("refused" in edit) {
    throw new RequestError(`${located.relative}: ${edit.refused}`, { unchanged: edit.unchanged ?? false })
  }
  const edited = Buffer.from(edit.text)
  const places = edit.lines.length === 1 ? "line" : "lines"
  return {
    located: { ...located, stats },
    bytes,
    edited,
    result: {
      ok: true,
      output: `replaced ${edit.lines.length} of ${edit.lines.length} in ${located.relative} at ${places} ${edit.lines.slice(0, 20).join(", ")}`,
      mutation_status: "applied",
      file_hashes: { [located.relative]: sha256(edited) },
    },
  }
}
