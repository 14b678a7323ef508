import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** Files by path; null: none. */
export type Files = Readonly<Record<string, string | Uint8Array | null>>

/** Runs `action` in a fresh folder with these files, which is gone afterwards. */
export async function inFolderWith<Result>(
  files: Files,
  action: (root: string) => Promise<Result>,
): Promise<Result> {
  const root = await mkdtemp(join(tmpdir(), "proofloop-case-"))
  try {
    await writeFiles(root, files)
    return await action(root)
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Writes files below `root`, and removes those that are null. */
export async function writeFiles(root: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path)
    if (content === null) await rm(file, { force: true })
    else {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, content)
    }
  }
}
