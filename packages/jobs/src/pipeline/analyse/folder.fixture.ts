import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { onTestFinished } from "vitest"
import type { Files } from "./analyse.fixture.ts"

/** A folder with these files, gone when the test ends. */
export async function folderWith(files: Files): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "proofloop analyse "))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return root
}
