import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** Runs `action` in a fresh folder with these files (null: left out), which is gone afterwards. */
export async function inFolderWith<Result>(
  files: Readonly<Record<string, string | null>>,
  action: (root: string) => Promise<Result>,
): Promise<Result> {
  const root = await mkdtemp(join(tmpdir(), "proofloop-case-"))
  try {
    for (const [path, text] of Object.entries(files)) {
      if (text === null) continue
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), text)
    }
    return await action(root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}
