import { lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises"
import { dirname, join, relative, resolve } from "node:path"
import { isWithin } from "../sandbox/toolchains.ts"
import { INSTALLED } from "./listing.ts"

/**
 * Links what is installed in a work tree into a copy of it: each package of a `node_modules` or of an environment of
 * Python. A link to a package of the tree itself leads to the copy's. So does an editable install: a file of an
 * environment that names the tree is written anew. Caches stay behind.
 */
export async function linkInstalled(root: string, copy: string): Promise<void> {
  const linkAll = async (folder: string, isLeftOut: (name: string) => boolean): Promise<void> => {
    await mkdir(join(copy, folder), { recursive: true })
    for (const name of await readdir(join(root, folder))) {
      const path = join(folder, name)
      if (isLeftOut(name)) continue
      if (name.startsWith("@") || name === ".bin") await linkAll(path, () => false)
      else await linkOne(path)
    }
  }
  const linkOne = async (path: string): Promise<void> => {
    const source = join(root, path)
    const target = await readlink(source).catch(() => null)
    const lead = target === null ? source : resolve(dirname(source), target)
    const to = isWithin(lead, root) && target !== null ? relative(dirname(source), lead) : source
    await symlink(to, join(copy, path)).catch(() => undefined)
  }
  const environment = async (folder: string): Promise<void> => {
    await mkdir(join(copy, folder), { recursive: true })
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.name === "__pycache__") continue
      if (entry.isDirectory() && OF_ENVIRONMENT.test(entry.name)) await environment(path)
      else if (!entry.isFile() || !(await writeAnew(path))) await linkOne(path)
    }
  }
  /** Scripts and `.pth` files name the tree they were installed in. */
  const writeAnew = async (path: string): Promise<boolean> => {
    const { size, mode } = await lstat(join(root, path))
    const text = size > LARGEST_TEXT ? "" : await readFile(join(root, path), "utf8")
    if (!text.includes(root) || text.includes("\0")) return false
    const [head = "", ...rest] = text.split(root)
    // The name of another tree may begin with this one's.
    const anew = rest.map((part) => (/^[\w.-]/.test(part) ? root : copy) + part)
    await writeFile(join(copy, path), head + anew.join(""), { mode })
    return true
  }
  // A link in the copy may lead out of it.
  const enter = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name)
      const there = await lstat(join(copy, path)).catch(() => null)
      if (INSTALLED.has(entry.name)) {
        if (there !== null) continue
        if (entry.name === "node_modules" && entry.isDirectory())
          await linkAll(path, (name) => name.startsWith(".") && ![".bin", ".pnpm"].includes(name))
        else if (entry.isDirectory()) await environment(path)
        else await linkOne(path)
      } else if (entry.isDirectory() && there?.isDirectory() === true && !entry.name.startsWith("."))
        await enter(path)
    }
  }
  await enter(".")
}

const LARGEST_TEXT = 64 * 1024
const OF_ENVIRONMENT = /^(?:bin|Scripts|lib|python[\d.]+|site-packages)$/i
