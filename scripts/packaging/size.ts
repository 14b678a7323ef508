import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

export interface Size {
  readonly files: number
  /** The sum of the sizes of all files, which is the same on every file system. */
  readonly bytes: number
  /** What this file system gives to files and folders, in whole blocks. */
  readonly bytes_on_disk: number
}

/** The size of everything below these folders. */
export function sizeOf(...folders: readonly string[]): Size {
  let files = 0
  let bytes = 0
  let bytes_on_disk = 0
  const entries = folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  for (const entry of entries) {
    if (entry.isSymbolicLink()) continue
    const { size, blocks } = statSync(join(entry.parentPath, entry.name))
    bytes_on_disk += blocks * 512
    if (!entry.isFile()) continue
    files += 1
    bytes += size
  }
  return { files, bytes, bytes_on_disk }
}

/** The folders of an installed package and of all it depends on, which is what a host gets with it; optional ones are left out. */
export function foldersWith(node_modules: string, name: string): readonly string[] {
  const names = new Set([name])
  for (const one of names) {
    const manifest = readFileSync(join(node_modules, one, "package.json"), "utf8")
    const { dependencies = {} } = JSON.parse(manifest) as { readonly dependencies?: object }
    for (const dependency of Object.keys(dependencies)) names.add(dependency)
  }
  return [...names].map((one) => join(node_modules, one))
}

/** One line for each folder, the largest first. */
export function folderSizes(folders: readonly string[]): string[] {
  return folders
    .map((folder) => ({ folder, size: sizeOf(folder) }))
    .toSorted((left, right) => right.size.bytes - left.size.bytes)
    .map(({ folder, size }) => `${folder}: ${describeSize(size)}`)
}

/** Bytes of a package and of the scope of the same name, where some keep a binary for each platform. */
export function sizeOfScope(node_modules: string, name: string): number {
  const parts = [name, `@${name}`].map((part) => join(node_modules, part))
  return sizeOf(...parts.filter((folder) => existsSync(folder))).bytes
}

export function describeSize({ files, bytes, bytes_on_disk }: Size): string {
  return `${megabytes(bytes)} in ${files} files (${megabytes(bytes_on_disk)} on this disk)`
}

/** Decimal megabytes. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
