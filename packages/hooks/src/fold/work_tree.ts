import { isRecord, sha256Hex } from "@proofloop/foundation/text"
import type { FileChanges } from "@proofloop/runtime/detector"

export interface WorkTree {
  /** Changes of code so far, and their number at the last check. */
  readonly edits: number
  readonly checked_at: number
  /** Files changed since the last check, as far as the calls name them. */
  readonly changed_files: readonly string[]
  /** Files that were changed before that. */
  readonly checked_files: readonly string[]
  /** Edits since the last check that may be reverted: the file, and digests of the old and the new text. */
  readonly undoable: readonly (readonly [file: string, before: string, after: string])[]
  /** Whether `changed_files` is complete for the time since the last check. */
  readonly names_all: boolean
  /** Whether reverting all named files undoes the whole session: it made no commit and no unnamed change. */
  readonly can_vanish: boolean
}

export const UNCHANGED: WorkTree = {
  edits: 0,
  checked_at: 0,
  changed_files: [],
  checked_files: [],
  undoable: [],
  names_all: true,
  can_vanish: true,
}

/** Whether a value that was read back has the shape of a tree. */
export function isWorkTree(value: unknown): value is WorkTree {
  return (
    isRecord(value) &&
    [value["edits"], value["checked_at"]].every((count) => typeof count === "number") &&
    [value["changed_files"], value["checked_files"], value["undoable"]].every(Array.isArray) &&
    [value["names_all"], value["can_vanish"]].every((flag) => typeof flag === "boolean")
  )
}

export interface Replacement {
  readonly before: string
  readonly after: string
}

const MAX_FILES = 64
const MAX_UNDOABLE = 32

/** The tree after a call that changed something. An edit that reverts a file's last one leaves the file as it was. */
export function afterChanges(
  tree: WorkTree,
  changes: FileChanges,
  {
    is_edit,
    replacement,
    root,
  }: { readonly is_edit: boolean; readonly replacement: Replacement | null; readonly root: string },
): WorkTree {
  const relative = (file: string): string =>
    file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file.replace(/^\.\//, "")
  let after = tree
  const reverted = changes.reverted.map(relative)
  if (reverted.length > 0) after = withoutFiles(after, (file) => reverted.some((path) => holds(path, file)))
  const files = changes.written.filter(isJudged).map(relative)
  const names_nothing = changes.written.length === 0 && (changes.writes_unnamed || is_edit)
  if (files.length > 0 || names_nothing || changes.writes_unnamed) {
    const [only] = files
    const digests =
      replacement === null || only === undefined
        ? null
        : ([sha256Hex(replacement.before), sha256Hex(replacement.after)] as const)
    after =
      digests !== null && files.length === 1 && takesBack(after, only, digests)
        ? takenBack(after, only ?? "")
        : withEdit(after, files, digests, names_nothing || changes.writes_unnamed)
  }
  return changes.commits ? committed(after) : after
}

export function afterCheck(tree: WorkTree): WorkTree {
  const checked_files = [...new Set([...tree.checked_files, ...tree.changed_files])]
  return {
    ...tree,
    checked_at: tree.edits,
    changed_files: [],
    checked_files: checked_files.slice(-MAX_FILES),
    undoable: [],
    names_all: true,
    can_vanish: tree.can_vanish && checked_files.length <= MAX_FILES,
  }
}

function withEdit(
  tree: WorkTree,
  files: readonly string[],
  digests: readonly [string, string] | null,
  is_unnamed: boolean,
): WorkTree {
  const changed_files = [...new Set([...tree.changed_files, ...files])]
  const is_named = !is_unnamed && changed_files.length <= MAX_FILES
  // Only a replacement can be undone by the opposite replacement.
  const undone = files.map((file) => [file, ...(digests ?? ["", ""])] as const)
  const undoable = [...tree.undoable, ...undone]
  return {
    ...tree,
    edits: tree.edits + 1,
    changed_files: changed_files.slice(-MAX_FILES),
    undoable: undoable.slice(-MAX_UNDOABLE),
    names_all: tree.names_all && is_named && undoable.length <= MAX_UNDOABLE,
    can_vanish: tree.can_vanish && is_named,
  }
}

function takesBack(
  tree: WorkTree,
  file: string | undefined,
  [before, after]: readonly [string, string],
): boolean {
  const last = tree.undoable.findLast(([changed]) => changed === file)
  return last !== undefined && last[1] === after && last[2] === before && before !== ""
}

function takenBack(tree: WorkTree, file: string): WorkTree {
  const at = tree.undoable.findLastIndex(([changed]) => changed === file)
  const undoable = tree.undoable.toSpliced(at, 1)
  if (undoable.some(([changed]) => changed === file)) return { ...tree, undoable, edits: tree.edits + 1 }
  const changed_files = tree.changed_files.filter((changed) => changed !== file)
  return settled({ ...tree, undoable, changed_files })
}

/** A file that was changed before the last check, and is back to its start, was not checked in this form. */
function withoutFiles(tree: WorkTree, isReverted: (file: string) => boolean): WorkTree {
  const stays = (file: string) => !isReverted(file)
  const checked_files = tree.checked_files.filter(stays)
  const unchecked = tree.checked_files.filter(isReverted)
  const changed_files = tree.changed_files.filter(stays)
  const undoable = tree.undoable.filter(([file]) => stays(file))
  const after = { ...tree, checked_files, changed_files, undoable }
  if (unchecked.length === 0 || isGone(after)) return settled(after)
  return { ...after, edits: tree.edits + 1, changed_files: [...changed_files, ...unchecked] }
}

function settled(tree: WorkTree): WorkTree {
  if (isGone(tree)) return UNCHANGED
  return tree.names_all && tree.changed_files.length === 0 ? { ...tree, checked_at: tree.edits } : tree
}

function isGone({ can_vanish, names_all, changed_files, checked_files }: WorkTree): boolean {
  return can_vanish && names_all && changed_files.length + checked_files.length === 0
}

function committed(tree: WorkTree): WorkTree {
  if (tree.edits === 0) return tree
  return {
    ...tree,
    checked_files: [],
    undoable: [],
    can_vanish: false,
    names_all: tree.names_all && tree.changed_files.length === 0,
  }
}

function holds(path: string, file: string): boolean {
  const folder = path.replace(/\/$/, "")
  return (
    folder === "." || folder === "" || folder === ":/" || file === folder || file.startsWith(`${folder}/`)
  )
}

const PROSE_EXTENSIONS: ReadonlySet<string> = new Set(
  "md mdx markdown txt rst adoc asciidoc org tex log png jpg jpeg gif webp svg ico pdf".split(" "),
)
const PROSE_NAMES: ReadonlySet<string> = new Set(
  "readme changelog license licence notice authors contributors contributing copying codeowners".split(" "),
)
/** Files that tell tools what to ignore, and how editors behave. */
const IGNORED_NAMES =
  /^\.(?:\w{1,20}ignore|gitattributes|gitkeep|editorconfig|mailmap|env\.(?:example|sample|template))$/
const LOCKS =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb|go\.sum|packages\.lock\.json|.{1,80}\.lock)$/
const GENERATED_NAMES = /\.(?:min\.(?:js|css)|map|snap\.new|pyc|class|o|tmp|bak|orig)$/
const GENERATED_FOLDERS =
  /(?:^|[/\\])(?:node_modules|dist|coverage|__pycache__|\.next|\.nuxt|\.turbo|\.cache|\.venv|site-packages)[/\\]/

/** Whether a check could judge a file, by its name: not prose, pictures, logs, locks and generated files. */
function isJudged(path: string): boolean {
  if (GENERATED_FOLDERS.test(path)) return false
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase()
  if (IGNORED_NAMES.test(name) || LOCKS.test(name) || GENERATED_NAMES.test(name)) return false
  const dot = name.lastIndexOf(".")
  return dot <= 0 ? !PROSE_NAMES.has(name) : !PROSE_EXTENSIONS.has(name.slice(dot + 1))
}
