import { lstat, mkdir, readdir, readlink, symlink } from "node:fs/promises"
import { dirname, join, relative, resolve } from "node:path"
import { isWithin } from "../sandbox/toolchains.ts"
import { INSTALLED } from "./listing.ts"

/**
 * Links what is installed in a work tree into a copy of it: each package of a `node_modules`, and environments of
 * Python whole. A link to a package of the tree itself leads to the copy's. Caches in `node_modules` stay behind.
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
  const enter = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name)
      const is_there = (await lstat(join(copy, path)).catch(() => null)) !== null
      if (INSTALLED.has(entry.name)) {
        if (is_there) continue
        if (entry.name === "node_modules" && entry.isDirectory())
          await linkAll(path, (name) => name.startsWith(".") && ![".bin", ".pnpm"].includes(name))
        else await linkOne(path)
      } else if (entry.isDirectory() && is_there && !entry.name.startsWith(".")) await enter(path)
    }
  }
  await enter(".")
}
