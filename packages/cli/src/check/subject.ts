import { realpath } from "node:fs/promises"
import { basename, dirname, join, relative, resolve, sep } from "node:path"
import { type ChangeSet, rangeChange, workingChange } from "@proofloop/foundation/git"
import { oneLine } from "@proofloop/foundation/text"
import { type Baselines, type RepositoryFacts, treeFacts, workTreeFacts } from "@proofloop/stdlib/critics"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { baseOf, commitOf, rootOf } from "./references.ts"

/** What is judged: a change and the repository around it. */
export interface CheckSubject {
  readonly root: string
  /** The commit the change starts from, or HEAD of a repository that has none. */
  readonly base: string
  /** The commit that is judged; null: the work tree. */
  readonly head: string | null
  readonly change: ChangeSet
  /** `run_root`: a folder with the files of `head`, for critics that run something. */
  readonly facts: (baselines: Baselines, run_root?: string) => RepositoryFacts
  readonly isWanted: (path: string) => boolean
}

/** Throws Misuse for a folder that is no repository and a reference that names no commit. */
export async function openSubject(input: Input, io: Io): Promise<CheckSubject> {
  const root = await rootOf(input.text("repo") ?? ".", io.cwd)
  const head_name = input.text("head")
  const head = head_name === undefined ? null : await commitOf(root, head_name, "--head")
  const base = await baseOf(root, input.text("base"), head, io)
  const change = head === null ? await workingChange(root, base) : await rangeChange(root, base, head)
  for (const { path, reason } of change.skipped) {
    const why = reason === "too_large" ? "above 2 MiB" : "unreadable"
    io.stderr.write(`check: ${oneLine(path)} is left out: ${why}\n`)
  }
  const isWanted = await wantedPaths(input.positionals, { root, cwd: io.cwd, head, change })
  return {
    root,
    base,
    head,
    change,
    facts: (baselines, run_root = root) =>
      head === null
        ? workTreeFacts(root, change, { baselines })
        : { ...treeFacts(root, head, change, { baselines }), root: run_root },
    isWanted,
  }
}

interface Judged {
  readonly root: string
  readonly cwd: string
  readonly head: string | null
  readonly change: ChangeSet
}

/** Whether a finding is about one of the paths of a call. Throws Misuse for a path that names nothing there. */
async function wantedPaths(
  given: readonly string[],
  { root, cwd, head, change }: Judged,
): Promise<(path: string) => boolean> {
  if (given.length === 0) return () => true
  const facts = head === null ? workTreeFacts(root, change) : treeFacts(root, head, change)
  const wanted: string[] = []
  for (const path of given) {
    const plain = relative(root, await withoutLinks(resolve(cwd, path)))
      .split(sep)
      .join("/")
    const is_touched = change.files.some((file) => isBelow(plain, file.path))
    if (!is_touched && !(await facts.exists(plain === "" ? "." : plain))) {
      throw new Misuse(`${path}: no such file in this repository, nor in what changed`)
    }
    wanted.push(plain)
  }
  return (path) => wanted.some((one) => isBelow(one, path))
}

/** As git spells the root; the last name stays, it may be a link itself or gone. */
async function withoutLinks(path: string): Promise<string> {
  const folder = await realpath(dirname(path)).catch(() => dirname(path))
  return join(folder, basename(path))
}

function isBelow(folder: string, path: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`)
}
