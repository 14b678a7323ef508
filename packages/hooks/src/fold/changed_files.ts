import { readText } from "@proofloop/replay/recording"
import { type FileChanges, fileChanges, namedFiles } from "@proofloop/runtime/detector"

const MAX_TEXT = 64 * 1024
const MAX_FILES = 32

/** The files a call changes, by its arguments: a path, a patch, or a command line. At most 32 of each kind. */
export function changedFiles(call_arguments: unknown): FileChanges {
  const named = namedFiles(call_arguments)
  if (named.length > 0) return { ...NOTHING, written: named }
  const command = readText(call_arguments, "command")
  if (command === undefined) return NOTHING
  const changes = fileChanges(command.slice(0, MAX_TEXT))
  return { ...changes, written: bounded(changes.written), reverted: bounded(changes.reverted) }
}

const NOTHING: FileChanges = { written: [], writes_unnamed: false, reverted: [], commits: false }

function bounded(files: readonly string[]): readonly string[] {
  return [...new Set(files)].slice(0, MAX_FILES)
}
