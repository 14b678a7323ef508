import { posix } from "node:path"
import { parsedJson } from "@proofloop/foundation/text"
import * as z from "zod"
import type { RepositoryFiles } from "../repository_files.ts"

interface NodePackage {
  readonly folder: string
  readonly name: string | null
  /** Its possible entries, by the path below its name: "." is the package itself. */
  readonly entries: ReadonlyMap<string, readonly string[]>
}

const MAX_PACKAGES = 200
const known = new WeakMap<RepositoryFiles, Promise<readonly NodePackage[]>>()

/**
 * The files that a specifier without a leading dot may mean, best first, when it names a package of the repository.
 * Built files may be missing, so usual sources follow the manifest's entries.
 */
export async function packageFiles(specifier: string, files: RepositoryFiles): Promise<readonly string[]> {
  const parts = specifier.split("/")
  const name = parts.splice(0, specifier.startsWith("@") ? 2 : 1).join("/")
  const found = (await packagesOf(files)).find((one) => one.name === name)
  return found === undefined ? [] : entriesOf(found, parts.length === 0 ? "." : `./${parts.join("/")}`)
}

/** The same for a folder with a package.json, which a relative path names. */
export async function folderFiles(folder: string, files: RepositoryFiles): Promise<readonly string[]> {
  const path = posix.normalize(folder).replace(/(?<=.)\/$/, "")
  const found = (await packagesOf(files)).find((one) => one.folder === path)
  return found === undefined ? [] : entriesOf(found, ".")
}

function entriesOf({ folder, entries }: NodePackage, subpath: string): readonly string[] {
  const named = entries.get(subpath) ?? []
  const usual = subpath === "." ? ["src/index", "lib/index", "index"] : [subpath, posix.join("src", subpath)]
  return [...named, ...usual].map((path) => posix.join(folder, path))
}

function packagesOf(files: RepositoryFiles): Promise<readonly NodePackage[]> {
  const found = known.get(files) ?? readPackages(files)
  known.set(files, found)
  return found
}

async function readPackages(files: RepositoryFiles): Promise<readonly NodePackage[]> {
  const manifests = files.paths
    .filter((path) => posix.basename(path) === "package.json")
    .slice(0, MAX_PACKAGES)
  return Promise.all(manifests.map(async (path) => packageIn(posix.dirname(path), await files.text(path))))
}

const manifestSchema = z.object({
  name: z.string().nullable().catch(null),
  main: z.string().nullable().catch(null),
  module: z.string().nullable().catch(null),
  exports: z.unknown().optional(),
})

function packageIn(folder: string, text: string): NodePackage {
  const { data } = manifestSchema.safeParse(parsedJson(text))
  if (data === undefined) return { folder, name: null, entries: new Map() }
  const { name, main, module, exports } = data
  const entries = new Map(exportsOf(exports))
  entries.set(
    ".",
    [...(entries.get(".") ?? []), module, main].filter((path) => path !== null),
  )
  return { folder, name, entries }
}

/** By subpath, whatever the conditions. */
function exportsOf(exports: unknown): readonly (readonly [subpath: string, targets: readonly string[]])[] {
  const is_map = typeof exports === "object" && exports !== null && !Array.isArray(exports)
  const subpaths = is_map ? Object.entries(exports).filter(([key]) => key.startsWith(".")) : []
  const all: readonly (readonly [string, unknown])[] = subpaths.length === 0 ? [[".", exports]] : subpaths
  return all.map(([subpath, value]) => [subpath, targetsIn(value)])
}

const MAX_DEPTH = 5

function targetsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return []
  return Object.values(value).flatMap((inner) => targetsIn(inner, depth + 1))
}
