import { mkdir, symlink } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** Lets bundled programs in a folder load the database, as where it is installed. */
export async function linkDatabase(folder: string): Promise<void> {
  const modules = join(folder, "node_modules")
  await mkdir(modules)
  await symlink(dirname(createRequire(import.meta.url).resolve("libsql")), join(modules, "libsql"), "dir")
}
