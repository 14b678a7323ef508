import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { join } from "node:path"
import { type AppliedPatches, applyPatches } from "./apply_patches.ts"
import type { PatchOptions } from "./patch.ts"
import { PatchError } from "./patch_error.ts"

/** Everything below a folder: content and permissions of files, targets of links, folders. Without journals. */
export function snapshot(root: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  const visit = (folder: string) => {
    for (const name of readdirSync(join(root, folder)).toSorted()) {
      const path = folder === "" ? name : `${folder}/${name}`
      if (/(^|\/)\.git\/proofloop$/.test(path)) continue
      const stats = lstatSync(join(root, path))
      if (stats.isSymbolicLink()) found[path] = `link to ${readlinkSync(join(root, path))}`
      else if (stats.isDirectory()) {
        found[path] = "folder"
        visit(path)
      } else if (stats.isFile()) {
        const mode = (stats.mode & 0o7777).toString(8)
        found[path] = `${mode} ${readFileSync(join(root, path), "latin1")}`
      } else found[path] = "special"
    }
  }
  visit("")
  return found
}

/** What was thrown, or what was applied. */
export async function attempt(
  root: string,
  patches: readonly unknown[],
  options: PatchOptions = {},
): Promise<{ readonly error: PatchError | null; readonly applied: AppliedPatches | null }> {
  try {
    return { error: null, applied: await applyPatches(root, patches, options) }
  } catch (error) {
    if (error instanceof PatchError) return { error, applied: null }
    throw error
  }
}
