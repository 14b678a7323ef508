import { type FileChanges, fileChanges } from "@proofloop/runtime/detector"

const PATH_FIELDS = ["file_path", "filePath", "path", "notebook_path", "absolute_path", "target_file"]
const PATCH_LINE = /^\*{3} (?:Add|Update|Delete) File: ([^\n]{1,1000})$/gm
const DIFF_LINE = /^\+{3} (?:b\/)?([^\t\n]{1,1000})/gm
const MOVED_LINE = /^\*{3} Move to: ([^\n]{1,1000})$/gm
const MAX_TEXT = 64 * 1024
const MAX_FILES = 32

/** The files a call changes, by its arguments: a path, a patch, or a command line. At most 32 of each kind. */
export function changedFiles(call_arguments: unknown): FileChanges {
  if (typeof call_arguments !== "object" || call_arguments === null) return NOTHING
  const fields = new Map<string, unknown>(Object.entries(call_arguments))
  const named = PATH_FIELDS.map((name) => fields.get(name)).filter((path) => typeof path === "string")
  const command = fields.get("command")
  const text = [command, fields.get("patch"), fields.get("input"), fields.get("patchText")]
    .filter((value) => typeof value === "string")
    .join("\n")
    .slice(0, MAX_TEXT)
  const patched = [PATCH_LINE, MOVED_LINE, DIFF_LINE].flatMap((line) => found(text, line))
  if (named.length + patched.length > 0) return { ...NOTHING, written: bounded([...named, ...patched]) }
  if (typeof command !== "string") return NOTHING
  const changes = fileChanges(command.slice(0, MAX_TEXT))
  return { ...changes, written: bounded(changes.written), reverted: bounded(changes.reverted) }
}

const NOTHING: FileChanges = { written: [], writes_unnamed: false, reverted: [], commits: false }

function bounded(files: readonly string[]): readonly string[] {
  return [...new Set(files)].slice(0, MAX_FILES)
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(([, path]) => path ?? [])
}
