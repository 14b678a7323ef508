import { posix } from "node:path"
import { isTestPath } from "@proofloop/foundation/paths"
import { firstOf, foldersAbove, type RepositoryFiles } from "../repository_files.ts"

/** The files a Rust test is about: modules of this repository's crates that it names or declares with `mod`, or its own file. */
export async function rustSources(path: string, files: RepositoryFiles): Promise<readonly string[]> {
  const text = await files.text(path)
  const crates = await cratesOf(files)
  const own = foldersAbove(path)
    .map((folder) => crates.find((crate) => crate.folder === folder))
    .find((crate) => crate !== undefined)
  const used = usePaths(text).flatMap((segments) => {
    const [first = "", ...rest] = segments
    const crate = crates.find(({ name }) => name === first)
    if (crate !== undefined) return moduleFile(files, crate.folder, rest)
    if (first === "crate" && own !== undefined) return moduleFile(files, own.folder, rest)
    if (crates.length > 0 || NOT_OURS.has(first)) return []
    return withoutManifest(files, first)
  })
  const is_inside = !isTestPath(path) && text.includes("#[cfg(test)]")
  return [...(is_inside ? [path] : []), ...used, ...includedModules(path, text, files)]
}

const NOT_OURS: ReadonlySet<string> = new Set(["std", "core", "alloc", "crate", "self", "super"])

interface Crate {
  /** As code writes it, with "_" for "-". */
  readonly name: string
  readonly folder: string
}

async function cratesOf(files: RepositoryFiles): Promise<readonly Crate[]> {
  const manifests = files.paths.filter((path) => posix.basename(path) === "Cargo.toml").slice(0, 100)
  const crates = await Promise.all(
    manifests.map(async (path) => {
      const text = await files.text(path)
      const name = nameIn(text, "lib") ?? nameIn(text, "package")
      return name === null ? [] : [{ name: name.replaceAll("-", "_"), folder: posix.dirname(path) }]
    }),
  )
  return crates.flat()
}

function nameIn(manifest: string, table: string): string | null {
  let is_inside = false
  for (const given of manifest.split("\n")) {
    const line = given.trim()
    if (line.startsWith("[")) is_inside = line.startsWith(`[${table}]`)
    const name = is_inside ? /^name\s{0,16}=\s{0,16}["']([\w-]{1,128})["']/.exec(line)?.[1] : undefined
    if (name !== undefined) return name
  }
  return null
}

/** The deepest module file of a path such as `db::query::find`; the crate's root when no part is a file. */
function moduleFile(
  files: RepositoryFiles,
  crate_folder: string,
  segments: readonly string[],
): readonly string[] {
  const root = posix.join(crate_folder, "src")
  const modules = segments.map((_, index) => segments.slice(0, segments.length - index).join("/"))
  return firstOf(files, [
    ...modules.flatMap((module) => [`${root}/${module}.rs`, `${root}/${module}/mod.rs`]),
    `${root}/lib.rs`,
    `${root}/main.rs`,
  ])
}

function withoutManifest(files: RepositoryFiles, name: string): readonly string[] {
  return firstOf(files, [`src/${name}.rs`, `src/${name}/lib.rs`, "src/lib.rs", "src/main.rs"])
}

/** `mod db;` is in a file of that name; `#[path = "../src/db.rs"] mod db;` names its file. */
function includedModules(path: string, text: string, files: RepositoryFiles): readonly string[] {
  const folder = posix.dirname(path)
  const stem = posix.basename(path, ".rs")
  const below = ["lib", "main", "mod"].includes(stem) ? folder : posix.join(folder, stem)
  const declared = [...text.matchAll(/^(?:pub(?:\([\w: ]{1,64}\))? )?mod (\w{1,64});/gm)].flatMap(
    ([, name = ""]) => firstOf(files, [posix.join(below, `${name}.rs`), posix.join(below, name, "mod.rs")]),
  )
  const named = [...text.matchAll(/#\[path\s{0,16}=\s{0,16}"([^"\n]{1,512})"\]/g)].flatMap(([, target]) =>
    firstOf(files, [posix.join(folder, target ?? "")]),
  )
  return [...named, ...declared]
}

const MAX_PATHS = 500

/** The paths that Rust code names, `use` trees written out: at most 500, in the order of the text. */
function usePaths(text: string): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = []
  for (const statement of text.split(";")) {
    if (paths.length >= MAX_PATHS) break
    const words = [...statement.matchAll(/\buse\s/g)]
    const at = words.at(-1)?.index ?? statement.length
    for (const [path] of statement.slice(0, at).matchAll(PATH)) paths.push(path.split("::"))
    paths.push(...writtenOut(statement.slice(at + 3, at + MAX_TREE)))
  }
  return paths.slice(0, MAX_PATHS)
}

const MAX_TREE = 2048
const PATH = /\b[a-z]\w{0,63}(?:::\w{1,64}){1,8}/g

/** `a::{b, c::{d}}` is a::b and a::c::d. */
function writtenOut(tree: string): readonly (readonly string[])[] {
  const open: string[][] = [[]]
  const found: string[][] = []
  let current: string[] = []
  for (const token of tree.match(/::|[{},]|[\w*]{1,128}/g) ?? []) {
    const base = open.at(-1) ?? []
    if (token === "{") {
      open.push([...base, ...current])
      current = []
    } else if (token === "," || token === "}") {
      if (current.length > 0) found.push([...base, ...current])
      current = []
      if (token === "}" && open.length > 1) open.pop()
    } else if (token !== "::") current.push(token)
    if (found.length >= MAX_PATHS || open.length > 16) break
  }
  if (current.length > 0) found.push([...(open.at(-1) ?? []), ...current])
  return found.map((path) => withoutName(path))
}

/** What follows `as` is another name for the same thing. */
function withoutName(path: readonly string[]): readonly string[] {
  const at = path.indexOf("as")
  return at < 0 ? path : path.slice(0, at)
}
