import { git, GitError } from "./git.ts"

/** The commits among full ids that a repository lacks, asked at once. Rejects with GitError. */
export async function missingCommits(root: string, ids: readonly string[]): Promise<readonly string[]> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return []
  const args = ["cat-file", "--batch-check=%(objecttype)"]
  const input = distinct.map((id) => `${id.replaceAll("\n", " ")}^{commit}\n`).join("")
  const outcome = await git(root, args, { input })
  if (outcome.exit_code !== 0) throw new GitError(args, outcome)
  const types = outcome.stdout.split("\n")
  return distinct.filter((_, at) => types[at] !== "commit")
}
