import { commitPaths } from "./commit_paths.ts"
import { initRepository } from "./git.ts"
import { folderWith } from "./workspace.fixture.ts"

/** A git repository with these files committed; removed when the test ends. */
export async function repositoryWith(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await folderWith(files)
  await initRepository(root)
  await commitPaths(root, Object.keys(files), "first")
  return root
}
