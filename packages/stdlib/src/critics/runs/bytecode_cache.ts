import { rmSync } from "node:fs"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, parse } from "node:path"

/**
 * A folder for Python's bytecode, cleared of `root`. Python knows a source by its size and the second it
 * was written in, so that an edit within one second could stay unseen. What other folders and the project's own
 * environment hold stays compiled for the next run; the folder is gone when this process ends.
 */
export async function freshBytecodeCache(root: string): Promise<string> {
  folder ??= makeFolder()
  const cache = await folder
  const own = join(cache, root.slice(parse(root).root.length))
  for (const name of await readdir(own).catch(() => [])) {
    if (!environments.has(name)) await rm(join(own, name), { recursive: true, force: true })
  }
  return cache
}

const environments: ReadonlySet<string> = new Set([".venv", "venv", ".tox"])

let folder: Promise<string> | undefined

async function makeFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "proofloop-bytecode-"))
  process.once("exit", () => rmSync(made, { recursive: true, force: true }))
  return made
}
