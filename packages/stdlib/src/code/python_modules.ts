import { posix } from "node:path"

/** Possible places of an imported module, seen from the importing file: next to it, above it, below `src`. */
export function pythonModuleFiles(module: string, importer: string): readonly string[] {
  const dots = /^\.{0,64}/.exec(module)?.[0].length ?? 0
  const parts = module.slice(dots).split(".").filter(Boolean)
  const folder = posix.dirname(importer)
  const starts = dots > 0 ? [posix.join(folder, ...Array<string>(dots - 1).fill(".."))] : foldersAbove(folder)
  return starts.flatMap((start) => {
    const base = posix.join(start, ...parts)
    return [`${base}.py`, posix.join(base, "__init__.py")]
  })
}

export function isRelativeModule(module: string): boolean {
  return module.startsWith(".")
}

function foldersAbove(folder: string): readonly string[] {
  const folders = [folder]
  for (let up = folder; up !== "." && up !== "/" && folders.length < 32;) {
    up = posix.dirname(up)
    folders.push(up)
  }
  return [...folders, "src"]
}
