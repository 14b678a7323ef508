import { mkdir, symlink } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** Lets bundled programs in a folder load the databases, as where they are installed. */
export async function linkDatabase(folder: string): Promise<void> {
  const modules = join(folder, "node_modules")
  await mkdir(modules)
  const { resolve } = createRequire(import.meta.url)
  await symlink(dirname(resolve("libsql")), join(modules, "libsql"), "dir")
  await symlink(dirname(resolve("pg/package.json")), join(modules, "pg"), "dir")
}
