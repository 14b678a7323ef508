import { existsSync, readdirSync, statSync } from "node:fs"
import { join, relative } from "node:path"

export interface Size {
  readonly files: number
  /** The sum of the sizes of all files, which is the same on every file system. */
  readonly bytes: number
  /** What this file system gives to files and folders, in whole blocks. */
  readonly bytes_on_disk: number
}

/** The size of everything below a folder. */
export function sizeOf(folder: string): Size {
  let files = 0
  let bytes = 0
  let bytes_on_disk = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const { size, blocks } = statSync(join(entry.parentPath, entry.name))
    bytes_on_disk += blocks * 512
    if (!entry.isFile()) continue
    files += 1
    bytes += size
  }
  return { files, bytes, bytes_on_disk }
}

/** One line for each installed package, the largest first. */
export function packageSizes(node_modules: string): string[] {
  return readdirSync(node_modules, { recursive: true, withFileTypes: true })
    .filter(
      ({ name, parentPath }) => name === "package.json" && isPackage(relative(node_modules, parentPath)),
    )
    .map(({ parentPath }) => ({ name: relative(node_modules, parentPath), size: sizeOf(parentPath) }))
    .toSorted((left, right) => right.size.bytes - left.size.bytes)
    .map(({ name, size }) => `${name}: ${describeSize(size)}`)
}

/** Bytes of a package and of the scope of the same name, where some keep a binary for each platform. */
export function sizeOfScope(node_modules: string, name: string): number {
  return [name, `@${name}`]
    .map((part) => join(node_modules, part))
    .filter((folder) => existsSync(folder))
    .reduce((sum, folder) => sum + sizeOf(folder).bytes, 0)
}

function isPackage(path: string): boolean {
  return /^(?:@[^/\\]+[/\\])?[^/\\]+$/.test(path)
}

export function describeSize({ files, bytes, bytes_on_disk }: Size): string {
  return `${megabytes(bytes)} in ${files} files (${megabytes(bytes_on_disk)} on this disk)`
}

/** Decimal megabytes. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
