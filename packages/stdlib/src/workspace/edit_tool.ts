import { unlink } from "node:fs/promises"
import { basename, join, relative, resolve } from "node:path"
import {
  RequestError,
  describeFileError,
  foldPath,
  inPinnedFolder,
  isInside,
  type Located,
  readContent,
  replaceFile,
  sha256,
  type Workspace,
} from "@proofloop/foundation/files"
import { defineTool, type Tool, type ToolResult } from "@proofloop/runtime"
import type { StandardSchema } from "@proofloop/runtime/internal"
import { createEditTurns } from "./edit_turns.ts"

export interface PreparedEdit {
  readonly located: Located
  /** Default: the file's content, null where there is no file. */
  readonly before?: Buffer
  /** null: the file is deleted. */
  readonly after: Buffer | null
  /** Nothing is written unless its `mutation_status` is "applied". */
  readonly result: ToolResult
}

/** A tool whose calls about one file take turns. `prepare` writes nothing and throws RequestError. */
export function editTool<Input extends { readonly path: string }>(
  workspace: Workspace,
  definition: Pick<Tool, "name" | "description" | "annotations"> & {
    readonly input: StandardSchema<unknown, Input>
  },
  prepare: (input: Input) => Promise<PreparedEdit>,
): Tool {
  return defineTool({
    ...definition,
    async plan_writes(input) {
      const { located, before, after, result } = await prepare(input)
      const old = located.stats === null ? null : (before ?? (await readContent(workspace, located)).bytes)
      const digests = { before: digestOf(old), after: digestOf(after) }
      return { writes: [{ path: located.relative, ...digests }], result }
    },
    run: async (input, { signal }) =>
      inFileTurn(workspace, input.path, signal, async () => {
        const { located, after, result } = await prepare(input)
        if (after === null) await remove(workspace, located)
        else if (result.mutation_status === "applied") await replaceFile(workspace, located, after)
        return result
      }),
  })
}

function digestOf(bytes: Buffer | null): string | null {
  return bytes === null ? null : sha256(bytes)
}

async function remove(workspace: Workspace, located: Located): Promise<void> {
  await inPinnedFolder(workspace, located, { create: false }, (folder) =>
    unlink(join(folder, basename(located.absolute))),
  ).catch((error: unknown) => {
    throw describeFileError(error, located.relative)
  })
}

/** Shared by all tools of this process: two sets of them may work in one folder. */
const turns = createEditTurns()

/** Works on one file once every earlier call about it is over. Throws RequestError when aborted before. */
async function inFileTurn<Result>(
  workspace: Workspace,
  path: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const turn = turns.enter(signal)
  const letGo = () => turn.stepAside()
  try {
    await turn.begin(new Set([fileKey(workspace, path)]))
    if (signal.aborted) throw new RequestError("the call was stopped before its turn")
    signal.addEventListener("abort", letGo, { once: true })
    return await work()
  } finally {
    signal.removeEventListener("abort", letGo)
    turn.end()
  }
}

/** One name for one file. An edit never goes through a symbolic link, but the root may be one. */
function fileKey({ root, given_root }: Workspace, path: string): string {
  const absolute = resolve(root, path)
  return foldPath(isInside(given_root, absolute) ? resolve(root, relative(given_root, absolute)) : absolute)
}
