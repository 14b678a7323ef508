import { readFileSync } from "node:fs"
import { createPackageFromTarballData, type Package } from "@arethetypeswrong/core"
import type { PackedFile } from "./contents.ts"

export interface Tarball {
  readonly file: string
  readonly data: Uint8Array<ArrayBuffer>
  readonly unpacked: Package
  readonly files: readonly PackedFile[]
}

export function readTarball(file: string): Tarball {
  const data = new Uint8Array(readFileSync(file))
  const unpacked = createPackageFromTarballData(data)
  const prefix = `/node_modules/${unpacked.packageName}/`
  const files = unpacked
    .listFiles()
    .map((path) => ({ path: path.slice(prefix.length), text: unpacked.readFile(path) }))
  return { file, data, unpacked, files }
}
