import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { isRecord } from "../text/is_record.ts"
import { installedFile } from "./installed_file.ts"

/**
 * The folder of an installed package with its files beside the code (`prompts`, `eval/builds`), given the
 * `import.meta.url` of one of its modules. For a bundled module `installedFile` finds the package. Throws when it
 * cannot be found.
 */
export function packageFolder(name: string, module_url: string | undefined): string {
  const own = module_url === undefined ? undefined : folderAbove(fileURLToPath(module_url), name)
  const folder = own ?? folderAbove(installedFile(name, module_url), name)
  if (folder === undefined) throw new Error(`${name} has no package.json`)
  return folder
}

function folderAbove(file: string, name: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (nameIn(folder) === name) return folder
    if (dirname(folder) === folder) return undefined
  }
}

function nameIn(folder: string): unknown {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    return isRecord(manifest) ? manifest["name"] : undefined
  } catch {
    return undefined
  }
}
