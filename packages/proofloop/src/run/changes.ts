import { diffSince, git, isRepository } from "@proofloop/foundation/git"
import { plural } from "@proofloop/foundation/text"

export interface ChangedFile {
  readonly path: string
  readonly added: number
  readonly removed: number
}

export interface Changes {
  readonly files: readonly ChangedFile[]
  /** Files that differed from the last commit before the run began; they are among `files`. */
  readonly dirty_before: number
}

/** The commit to compare with, and the files that already differ; null outside a repository and before a first commit. */
export async function rememberState(root: string): Promise<{ ref: string; dirty: number } | null> {
  if (!(await isRepository(root))) return null
  const head = await git(root, ["rev-parse", "--verify", "--quiet", "HEAD"])
  if (head.exit_code !== 0) return null
  const ref = head.stdout.trim()
  return { ref, dirty: countChanges(await diffSince(root, ref)).length }
}

/** The present differences. Resolves to null where there is nothing to compare with. */
export async function changesSince(
  root: string,
  before: { readonly ref: string; readonly dirty: number } | null,
): Promise<Changes | null> {
  if (before === null) return null
  return { files: countChanges(await diffSince(root, before.ref)), dirty_before: before.dirty }
}

/** Files that this command writes into the repository are not a change of the work. */
export function withoutPaths(changes: Changes | null, paths: readonly string[]): Changes | null {
  if (changes === null) return null
  return { ...changes, files: changes.files.filter(({ path }) => !paths.includes(path)) }
}

export function countChanges(diff: string): readonly ChangedFile[] {
  const files: { path: string; added: number; removed: number }[] = []
  let in_header = true
  for (const line of diff.split("\n")) {
    const file = files.at(-1)
    if (line.startsWith("diff --git ")) {
      in_header = true
      files.push({ path: pathOf(line.slice("diff --git ".length)), added: 0, removed: 0 })
    } else if (line.startsWith("@@")) in_header = false
    else if (in_header || file === undefined) continue
    else if (line.startsWith("+")) file.added += 1
    else if (line.startsWith("-")) file.removed += 1
  }
  return files
}

/** `a/PATH b/PATH`: the second half, also when PATH has " b/" in it; of a renamed file the new name. */
function pathOf(names: string): string {
  const half = names.slice((names.length + 1) / 2 + 2)
  return names === `a/${half} b/${half}` ? half : names.slice(names.lastIndexOf(" b/") + 3)
}

/** JSON has all of them. */
const MOST_SHOWN = 12

/** Like `git diff --stat`, without the bars. A file without lines, such as a picture, has its path alone. */
export function renderChanges(changes: Changes | null): readonly string[] {
  if (changes === null) return ["unknown: not a git repository with a commit"]
  const { files, dirty_before } = changes
  const note = dirty_before === 0 ? "" : `, ${dirty_before} of them changed before the run`
  if (files.length === 0) return ["none"]
  return [
    `${plural(files.length, "file")}${note}`,
    ...files
      .slice(0, MOST_SHOWN)
      .map(({ path, added, removed }) => (added + removed === 0 ? path : `${path}  +${added} -${removed}`)),
    ...(files.length > MOST_SHOWN ? [`and ${plural(files.length - MOST_SHOWN, "file")} more`] : []),
  ]
}
