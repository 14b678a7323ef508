import { relative, resolve } from "node:path"
import { foldPath, isInside, type Workspace } from "@proofloop/foundation/files"
import { createEditTurns } from "./edit_turns.ts"

/** Of all tools of this process: two sets of them may work in one folder. */
const turns = createEditTurns()

/** Works on one file once every earlier call about it is over. Rejects with the signal's reason when it fires before the turn. */
export async function inFileTurn<Result>(
  workspace: Workspace,
  path: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const turn = turns.enter(signal)
  const letGo = () => turn.stepAside()
  try {
    await turn.begin(new Set([fileKey(workspace, path)]))
    signal.throwIfAborted()
    signal.addEventListener("abort", letGo, { once: true })
    return await work()
  } finally {
    signal.removeEventListener("abort", letGo)
    turn.end()
  }
}

/** One name for one file: no edit goes through a symbolic link, but the root may be given by one. */
function fileKey({ root, given_root }: Workspace, path: string): string {
  const absolute = resolve(root, path)
  return foldPath(isInside(given_root, absolute) ? resolve(root, relative(given_root, absolute)) : absolute)
}
