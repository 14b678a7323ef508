import { changeSet, strictText, requireGit } from "@proofloop/foundation/git"
import { workTreeFacts } from "../repository/work_tree_facts.ts"
import type { SuppliedFile } from "./qa/evidence.ts"

/** What a run has committed since `base`: the diff and the touched paths. Rejects with GitError. */
export async function runMaterial(
  root: string,
  base: string,
): Promise<{ readonly diff: string; readonly paths: readonly string[] }> {
  const range = ["--end-of-options", base, "HEAD", "--", "."]
  const plain = ["diff", "--no-color", "--no-ext-diff", "--no-textconv", "--relative"]
  const diff = await requireGit(root, [...plain, "--src-prefix=a/", "--dst-prefix=b/", ...range])
  const names = await requireGit(root, [...plain, "--name-only", "-z", ...range])
  return { diff, paths: names.split("\0").filter((path) => path !== "") }
}

/** The given paths that are text files now; a model may name any path. */
export async function readChangedFiles(
  root: string,
  paths: readonly string[],
): Promise<readonly SuppliedFile[]> {
  const facts = workTreeFacts(root, changeSet([]))
  const files = await Promise.all(
    paths.map(async (path) => ({ path, text: strictText(await facts.read(path)) })),
  )
  return files.flatMap(({ path, text }) => (text === null ? [] : [{ path, text }]))
}
