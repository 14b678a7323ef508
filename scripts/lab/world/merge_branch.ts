import { requireGit } from "@proofloop/foundation/git"

/**
 * Merges a branch of a bare forge by the clone `review`, which is made, as docs/self-correction.md tells a person to. Resolves to
 * the files it changed; rejects when git refuses.
 */
export async function mergeBranch(
  forge: string,
  review: string,
  { head, base }: { readonly head: string; readonly base: string },
): Promise<readonly string[]> {
  await requireGit(".", ["clone", "--quiet", "--branch", base, forge, review])
  await requireGit(review, ["merge", "--quiet", "--no-ff", "--no-edit", `origin/${head}`])
  await requireGit(review, ["push", "--quiet"])
  return (await requireGit(review, ["diff", "--name-only", "HEAD^1"])).trim().split("\n")
}
