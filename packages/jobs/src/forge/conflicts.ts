import { git } from "@proofloop/foundation/git"

/** The files in which a merge, a pick or a revert under way conflicts, in words; "" for none. */
export async function conflictsIn(root: string): Promise<string> {
  const { stdout } = await git(root, ["diff", "--name-only", "--diff-filter=U", "-z"])
  return namedFiles(stdout.split("\0").filter((path) => path !== ""))
}

/** Five files at most, and how many more. */
export function namedFiles(files: readonly string[]): string {
  const shown = files.slice(0, 5).join(", ")
  return files.length > 5 ? `${shown} and ${files.length - 5} more` : shown
}
