import { isProse } from "./prose.ts"

const PATH_FIELDS = ["file_path", "filePath", "path", "notebook_path", "absolute_path", "target_file"]
const PATCH_LINE = /^\*{3} (?:Add|Update|Delete) File: ([^\n]{1,1000})$/gm
const DIFF_LINE = /^\+{3} (?:b\/)?([^\t\n]{1,1000})/gm
const MOVED_LINE = /^\*{3} Move to: ([^\n]{1,1000})$/gm
const PATH_WORD =
  /(?:^|[\s"'=>])((?:[\w.@+-]{1,100}\/){0,20}[\w@+-][\w.@+-]{0,100}\.[A-Za-z]\w{0,9})(?=$|[\s"';|&)])/gm
const MAX_TEXT = 64 * 1024
const MAX_FILES = 32

/** The files that a call which wrote names in its arguments, at most 32; none where it names none. */
export function changedFiles(call_arguments: unknown): readonly string[] {
  if (typeof call_arguments !== "object" || call_arguments === null) return []
  const fields = new Map<string, unknown>(Object.entries(call_arguments))
  const named = PATH_FIELDS.map((name) => fields.get(name)).filter((path) => typeof path === "string")
  const text = [fields.get("command"), fields.get("patch"), fields.get("input"), fields.get("patchText")]
    .filter((value) => typeof value === "string")
    .join("\n")
    .slice(0, MAX_TEXT)
  const patched = [PATCH_LINE, MOVED_LINE, DIFF_LINE].flatMap((line) => found(text, line))
  const files = named.length + patched.length > 0 ? [...named, ...patched] : found(text, PATH_WORD)
  return [...new Set(files)].slice(0, MAX_FILES)
}

/**
 * Whether a call that wrote may have changed what a check judges: one of the files it names is no prose. An edit that names no file
 * counts as one of code, a command that names none does not: most of those make folders, install, or commit.
 */
export function changesCode(files: readonly string[], is_edit: boolean): boolean {
  return files.length === 0 ? is_edit : files.some((file) => !isProse(file))
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(([, path]) => path ?? [])
}
