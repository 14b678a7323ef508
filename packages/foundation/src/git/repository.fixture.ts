import { folderWith } from "../files/workspace.fixture.ts"
import { initRepository, requireGit } from "./git.ts"

/** A git repository with these files committed; removed when the test ends. */
export async function repositoryWith(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await folderWith(files)
  await initRepository(root)
  // Two processes; `commitPaths` with its guards takes ten.
  await requireGit(root, ["add", "--force", "--", ...Object.keys(files)])
  await requireGit(root, ["commit", "--quiet", "--no-verify", "--message=first"])
  return root
}
