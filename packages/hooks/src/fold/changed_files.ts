import { isProse } from "./prose.ts"

const PATH_FIELDS = ["file_path", "filePath", "path", "notebook_path", "absolute_path", "target_file"]
const PATCH_LINE = /^\*{3} (?:Add|Update|Delete) File: ([^\n]{1,1000})$/gm
const DIFF_LINE = /^\+{3} (?:b\/)?([^\t\n]{1,1000})/gm
const MOVED_LINE = /^\*{3} Move to: ([^\n]{1,1000})$/gm
const BETWEEN_WORDS = /[\s"'=<>;|&()]+/
const PATH_WORD = /^[\w./@+-]{1,300}$/
const EXTENSION = /\w\.[A-Za-z]\w{0,9}$/
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
  const files = named.length + patched.length > 0 ? [...named, ...patched] : pathWords(text)
  return [...new Set(files)].slice(0, MAX_FILES)
}

/**
 * Whether a call that wrote may have changed what a check judges: one of the files it names is no prose. An edit that names no file
 * counts as one of code, a command that names none does not: most of those make folders, install, or commit.
 */
export function changesCode(files: readonly string[], is_edit: boolean): boolean {
  return files.length === 0 ? is_edit : files.some((file) => !isProse(file))
}

/** Words of a command line that look like a file with an extension. */
function pathWords(text: string): readonly string[] {
  return text.split(BETWEEN_WORDS).filter((word) => PATH_WORD.test(word) && EXTENSION.test(word))
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(([, path]) => path ?? [])
}
