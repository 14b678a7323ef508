import { realpath } from "node:fs/promises"
import { posix } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import { containedRead, decodeText } from "@proofloop/foundation/files"
import type { ChangeSet } from "@proofloop/foundation/git"
import { applyPatches, checkPatchPaths } from "@proofloop/stdlib"
import { type EditHunk, editText, type Patch } from "@proofloop/stdlib/internal"
import type { FixPlan } from "../feedback.ts"
import { FixError } from "./fix_error.ts"

export interface EditOptions {
  /** Says which files are created and deleted, and which manifests may change. Default: only new files may be created. */
  readonly plan?: Pick<FixPlan, "files"> | undefined
  /** The editable files, as `editablePaths` gives them. Default: any that is not denied. */
  readonly editable_paths?: readonly string[] | undefined
}

/**
 * Applies all edits or none, each to the result of the one before. `old_string` occurs once in the file, or at least
 * once with `replace_all`; "" creates the file, or deletes one that the plan deletes. Paths stay in `root`, away from
 * symbolic links and the denylist. Rejects with a FixError that names the edit.
 * @requirement self-correction.edits
 */
export async function applyEdits(
  root: string,
  edits: readonly EditHunk[],
  options: EditOptions = {},
): Promise<ChangeSet> {
  if (edits.length === 0) throw new FixError("invalid_edits", "there are no edits")
  const rules = { allowed_manifests: options.plan?.files.map(({ path }) => path) }
  const real_root = await realpath(root)
  const contents = new Map<string, string | null>()
  for (const [index, edit] of edits.entries()) {
    const where = `edit ${index + 1} of ${edits.length}, ${edit.path}`
    if (posix.normalize(edit.path) !== edit.path) {
      throw new FixError("invalid_edits", `${where}: write the path as ${posix.normalize(edit.path)}`)
    }
    if (options.editable_paths?.includes(edit.path) === false) {
      throw new FixError("invalid_edits", `${where}: it is not a file of the plan`)
    }
    await checkPatchPaths(real_root, [edit.path], rules).catch((error: unknown) => {
      throw failure(where, error)
    })
    const known = contents.get(edit.path)
    const before = known === undefined ? await readText(real_root, edit.path, where) : known
    contents.set(edit.path, edited(edit, before, { where, plan: options.plan }))
  }
  try {
    return (await applyPatches(real_root, patchesOf(contents), rules)).change
  } catch (error) {
    throw failure("the edits", error)
  }
}

function patchesOf(contents: ReadonlyMap<string, string | null>): readonly Patch[] {
  return [...contents].map(([path, content]) =>
    content === null ? { action: "delete", path } : { action: "modify", path, content },
  )
}

/** null: the file is missing. */
async function readText(root: string, path: string, where: string): Promise<string | null> {
  const content = await containedRead(root, path)
  if (content === "too_large") throw new FixError("invalid_edits", `${where}: it is larger than 2 MiB`)
  if (content === "unreadable") throw new FixError("invalid_edits", `${where}: it cannot be read`)
  if (content === null) return null
  try {
    return decodeText(content, path)
  } catch (error) {
    throw failure(where, error)
  }
}

interface Place {
  readonly where: string
  readonly plan: EditOptions["plan"]
}

function edited(edit: EditHunk, before: string | null, { where, plan }: Place): string | null {
  const operation = plan?.files.find(({ path }) => path === edit.path)?.operation
  if (edit.old_string !== "") return replaced(edit, before, where)
  if (operation === "delete" && edit.new_string === "" && before !== null) return null
  if (before !== null) {
    throw new FixError("invalid_edits", `${where}: old_string is empty, and there is such a file already`)
  }
  if (plan === undefined || operation === "create") return edit.new_string
  throw new FixError("invalid_edits", `${where}: old_string is empty, and the plan makes no such file`)
}

function replaced(edit: EditHunk, before: string | null, where: string): string {
  const result = editText(edit, before)
  if ("text" in result) return result.text
  throw new FixError("invalid_edits", `${where}: ${result.refused}`)
}

function failure(where: string, error: unknown): FixError {
  if (error instanceof FixError) return error
  const reason = thrownMessage(error)
  return new FixError("invalid_edits", `${where}: ${reason}`, { cause: error })
}
