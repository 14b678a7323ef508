import { folderWith } from "../files/workspace.fixture.ts"
import { lenientText } from "./change_set.ts"
import { commitPaths } from "./commit_paths.ts"
import { git, initRepository } from "./git.ts"
import type { GitChange } from "./working_change.ts"

export async function repositoryWith(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const root = await folderWith(files)
  await initRepository(root)
  await commitPaths(root, Object.keys(files), "first")
  return root
}

export const told = ({ files }: GitChange) =>
  files.map(({ path, before, after }) => [path, lenientText(before), lenientText(after)])

export async function commitAll(root: string): Promise<void> {
  await git(root, ["add", "--all", "."])
  await git(root, ["commit", "--quiet", "--message", "next"])
}
