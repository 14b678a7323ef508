import { git, GitError } from "@proofloop/foundation/git"

/** What a git command that has to work prints. Rejects with GitError. */
export async function requireText(root: string, args: readonly string[]): Promise<string> {
  const outcome = await git(root, args)
  if (outcome.exit_code !== 0) throw new GitError(args, outcome)
  return outcome.stdout
}
