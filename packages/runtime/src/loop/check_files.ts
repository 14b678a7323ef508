import type { FileDigests } from "@proofloop/foundation/git"
import { IS_SCRIPT } from "../evidence/command/check_name.ts"
import { type CheckScripts, checkScripts } from "./check_scripts.ts"
import { decidingFiles } from "./deciding/deciding_files.ts"
import type { ReadLoopOptions } from "./options.ts"
import { checkedRoot, mayProve, type RunFiles } from "./run_files.ts"

/** How the files that decide what a check means have changed, sorted. */
export interface CheckChanges {
  /** Files that were changed or removed, or that are new and no tests; relative to the root. */
  readonly changed: readonly string[]
  /** New test files; they do not change what the others mean. */
  readonly added_tests: readonly string[]
}

/** Digests of what git may ignore of the files that decide what this run's checks mean; null where no work tree is known. */
export async function checkFilesOf(
  options: ReadLoopOptions,
  also: readonly string[] = [],
): Promise<FileDigests | null> {
  const root = checkedRoot(options)
  if (root === undefined || !mayProve(options)) return null
  const { ignoredCheckFiles } = await import("@proofloop/foundation/git")
  return ignoredCheckFiles(root, [...(await scriptsOf(root, options)).paths, ...also])
}

export interface AskedChecks {
  readonly options: ReadLoopOptions
  readonly files: RunFiles
  /** What passed, where the host configured no command. */
  readonly command?: string | undefined
}

/**
 * Files that decide what a check means and that differ from when the run began: changed, gone, or new. New tests are
 * listed apart, because an honest fix adds one. undefined where the files of then are not known.
 * @requirement proof.check-changed
 */
export async function checksChangedSince(
  before: FileDigests,
  { options, files, command }: AskedChecks,
): Promise<CheckChanges | undefined> {
  // A script that the command started at first still counts when the command no longer starts it.
  const [after, work] = [await checkFilesOf(options, Object.keys(before)), await files.changes()]
  const root = checkedRoot(options)
  if (after === null || work === null || root === undefined) return undefined
  const { isBuildPath, isCheckPath, isOwnCheckPath, isTestFile, isTestPath, rootModuleOf } =
    await import("@proofloop/foundation/paths")
  const known = new Map(Object.entries(before))
  const now = new Map(Object.entries(after))
  const ignored = [...new Set([...known.keys(), ...now.keys()])].filter(
    (path) => known.get(path) !== now.get(path) && !work.paths.includes(path),
  )
  const { paths: scripts, lines, folders } = await scriptsOf(root, options, { command, paths: work.paths })
  const started = new Set([...known.keys(), ...scripts])
  // A module that was there when the run began is the product, whatever its name.
  const known_paths = work.paths.filter((path) => path.endsWith(".py") && !work.added.includes(path))
  const modules = new Set(known_paths.map(rootModuleOf))
  const named = work.changed.filter(
    (path) =>
      started.has(path) ||
      isOwnCheckPath(path) ||
      (isCheckPath(path) && !modules.has(rootModuleOf(path))) ||
      // Only an install writes there, and what it writes stands in for what tests would load.
      /(?:^|\/)node_modules\//.test(path),
  )
  const learned = await decidingFiles(
    work.changed.filter((path) => !named.includes(path)),
    {
      root,
      ...work,
      lines,
      folders,
      scripts,
      reported: files.reports.reported(),
      textBefore: (path) => files.textBefore(path),
    },
  )
  const all = [...new Set([...ignored, ...named, ...learned])].toSorted()
  // A package that lies beside a test stands in for the real one; settings there are for all tests.
  const isNewTest = (path: string): boolean =>
    work.added.includes(path) &&
    (isTestFile(path) || (isTestPath(path) && IS_SCRIPT.test(path) && !isBuildPath(path))) &&
    !path.includes("node_modules/")
  return { changed: all.filter((path) => !isNewTest(path)), added_tests: all.filter(isNewTest) }
}

/** What the check starts in the work tree, directly or through its scripts. */
async function scriptsOf(
  root: string,
  { verify_completion }: ReadLoopOptions,
  { command, paths }: { readonly command?: string | undefined; readonly paths?: readonly string[] } = {},
): Promise<CheckScripts> {
  const given = typeof verify_completion === "object" ? verify_completion.command : command
  return checkScripts(root, typeof given === "string" ? given : (given ?? []).join(" "), paths)
}
