import type { CheckChanges, FileDigests } from "@proofloop/foundation/git"
import { checkScripts } from "./check_scripts.ts"
import type { ReadLoopOptions } from "./options.ts"
import { checkedRoot, mayProve } from "./run_files.ts"

/** Digests of the files that decide what this run's checks mean; null where no work tree is known or there are too many. */
export async function checkFilesOf(
  options: ReadLoopOptions,
  also: readonly string[] = [],
): Promise<FileDigests | null> {
  const root = checkedRoot(options)
  if (root === undefined || !mayProve(options)) return null
  const { checkFiles } = await import("@proofloop/foundation/git")
  return checkFiles(root, [...(await scriptsOf(root, options)), ...also])
}

/**
 * Files that decide what a check means and that differ from `before`: changed, gone, or new. New tests are listed
 * apart, because an honest fix adds one.
 * @requirement proof.check-changed
 */
export async function checksChangedSince(
  before: FileDigests,
  options: ReadLoopOptions,
): Promise<CheckChanges | undefined> {
  // A script that the command started at first still counts when the command no longer starts it.
  const after = await checkFilesOf(options, Object.keys(before))
  if (after === null) return undefined
  const { changedCheckFiles } = await import("@proofloop/foundation/git")
  const { isTestFile } = await import("@proofloop/foundation/paths")
  return changedCheckFiles(before, after, isTestFile)
}

/** Files in the work tree that the verify command starts, directly or through its scripts. */
async function scriptsOf(root: string, { verify_completion }: ReadLoopOptions): Promise<readonly string[]> {
  const command = typeof verify_completion === "object" ? verify_completion.command : undefined
  if (command === undefined) return []
  return checkScripts(root, typeof command === "string" ? command : command.join(" "))
}
