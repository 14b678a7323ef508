import { posix } from "node:path"
import { isRelativeScript, scriptModuleFiles } from "../../code/script_modules.ts"

/** Whether a module name leads from its importer to a file. An alias such as "@/db" matches by its last part. */
export function leadsTo(module: string, importer: string, path: string): boolean {
  if (isRelativeScript(module)) return scriptModuleFiles(module, importer).includes(path)
  return moduleStem(module) === moduleStem(path)
}

export function moduleStem(path: string): string {
  return posix.basename(path).replace(/\.[cm]?[jt]sx?$/, "")
}
