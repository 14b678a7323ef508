import { stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * The absolute path of what a package ships beside its code (`prompts`, `eval/builds`), given the `import.meta.url` of one
 * of its modules: beside `src` in a checkout, beside `dist` once packed. Rejects when no folder above has it.
 */
export async function packageFolder(module_url: string, path: string): Promise<string> {
  const start = dirname(fileURLToPath(module_url))
  for (let folder = start; ; folder = dirname(folder)) {
    const candidate = join(folder, path)
    if ((await stat(candidate).catch(() => null))?.isDirectory()) return candidate
    if (dirname(folder) === folder) throw new Error(`${path} is not installed beside ${start}`)
  }
}
