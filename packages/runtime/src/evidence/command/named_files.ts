import { readField } from "../read_field.ts"

const PATH_FIELDS = ["file_path", "filePath", "path", "notebook_path", "absolute_path", "target_file"]
const TEXT_FIELDS = ["command", "patch", "input", "patchText"]
const PATCH_LINE = /^\*{3} (?:Add|Update|Delete) File: ([^\n]{1,1000})$/gm
const DIFF_LINE = /^\+{3} (?:b\/)?([^\t\n]{1,1000})/gm
const MOVED_LINE = /^\*{3} Move to: ([^\n]{1,1000})$/gm
const MAX_TEXT = 64 * 1024
const MAX_FILES = 32

/** The files a call names in its arguments, by a path or in a patch; at most 32. Never throws. */
export function namedFiles(call_arguments: unknown): readonly string[] {
  const textsOf = (names: readonly string[]): readonly string[] =>
    names.map((name) => readField(call_arguments, name)).filter((value) => typeof value === "string")
  const text = textsOf(TEXT_FIELDS).join("\n").slice(0, MAX_TEXT)
  const patched = [PATCH_LINE, MOVED_LINE, DIFF_LINE].flatMap((line) =>
    [...text.matchAll(line)].flatMap(([, path]) => path ?? []),
  )
  return [...new Set([...textsOf(PATH_FIELDS), ...patched])].slice(0, MAX_FILES)
}
