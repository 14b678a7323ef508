import { isAbsolute } from "node:path"
import { readText } from "@proofloop/foundation/text"
import { fileChanges, namedFiles } from "@proofloop/runtime/internal/detector"
import { isJudged } from "../events/judged_path.ts"

/** What the calls of a session changed, as far as they say; at a stop the files themselves are asked where somebody can look. */
export interface Changes {
  /** Changes of code so far, and their number at the last check. */
  readonly edits: number
  readonly checked_at: number
  /** Files changed since the last check, as far as the calls name them. */
  readonly files: readonly string[]
  /** Edits since the last check were not applied. */
  readonly attempted: boolean
}

export const UNCHANGED: Changes = { edits: 0, checked_at: 0, files: [], attempted: false }

const MAX_TEXT = 64 * 1024
const MAX_FILES = 64

/** The changes after a call that wrote something, by its arguments: a path, a patch, or a command line. */
export function afterCall(
  changes: Changes,
  call_arguments: unknown,
  { is_edit, root }: { readonly is_edit: boolean; readonly root: string },
): Changes {
  const named = namedFiles(call_arguments)
  const command = named.length > 0 ? "" : (readText(call_arguments, "command") ?? "").slice(0, MAX_TEXT)
  const { written, writes_unnamed } = fileChanges(command)
  const all = [...named, ...written]
  const code = all.filter(isJudged).map((file) => relativeTo(root, file))
  if (code.length === 0 && !writes_unnamed && !(is_edit && all.length === 0)) return changes
  const { edits, files } = changes
  return { ...changes, edits: edits + 1, files: [...new Set([...files, ...code])].slice(-MAX_FILES) }
}

/** The changes after a check; `is_elsewhere`: it ran outside of the session's folder, and judges no file in it. */
export function afterCheck(changes: Changes, is_elsewhere: boolean): Changes {
  const { edits, files } = changes
  const left = is_elsewhere ? files.filter((path) => !isAbsolute(path)) : []
  return left.length > 0 ? { ...changes, files: left } : { ...UNCHANGED, edits, checked_at: edits }
}

function relativeTo(root: string, file: string): string {
  return file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file.replace(/^\.\//, "")
}
