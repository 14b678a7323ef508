import { git } from "./git.ts"

/** The last common commit of two references; null without one, as in a clone that is too shallow. */
export async function mergeBase(root: string, one: string, other: string): Promise<string | null> {
  const outcome = await git(root, ["merge-base", "--end-of-options", one, other])
  return outcome.exit_code === 0 ? outcome.stdout.trim() : null
}
