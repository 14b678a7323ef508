import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"

/** A git repository of that name in a temp folder, with one commit of these files. */
export async function exampleRepository(
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const root = join(await realpath(await mkdtemp(join(tmpdir(), "proofloop-example-"))), name)
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  await initRepository(root)
  await commitPaths(root, Object.keys(files), "The first state")
  return root
}
