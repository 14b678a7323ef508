import { constants } from "node:fs"
import {
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises"
import { basename, dirname, join, relative, resolve } from "node:path"
import { isWithin } from "../sandbox/toolchains.ts"
import { INSTALLED } from "./listing.ts"

export interface CopyOptions {
  readonly origin: string
  readonly to_tree: string
  /** The path under which environments of Python know their tree; `to_tree` replaces it. Default: they stay as they are. */
  readonly known_as?: string | undefined
}

/**
 * Copies a folder or file by copy-on-write where the disk can, else byte by byte: through a hard link, a tree could
 * write into the origin. Links within the tree lead to the same place of `to_tree`. Links to a package elsewhere are
 * left out and returned. So is anything that would be written through a link of `to_tree`.
 */
export async function copyInstalled(
  from: string,
  to: string,
  trees: CopyOptions,
): Promise<readonly string[]> {
  const left_out: string[] = []
  const found = await lstat(from)
  if (!(await clearWay(trees.to_tree, to))) return [from]
  if (found.isDirectory()) await copyFolder(from, to, trees, left_out)
  // The tree must not read what a link leads to on this machine.
  else if (found.isSymbolicLink()) await copyLink(from, to, trees, left_out)
  else if (found.isFile()) await copyFile(from, to, constants.COPYFILE_FICLONE)
  return left_out
}

/** Makes the folders to a path and removes what is there. false: the way leads through a link, which may leave the tree. */
export async function clearWay(tree: string, path: string): Promise<boolean> {
  let at = tree
  for (const name of relative(tree, dirname(path)).split("/").filter(Boolean)) {
    at = join(at, name)
    await mkdir(at).catch(() => undefined)
    if (!(await lstat(at)).isDirectory()) return false
  }
  await rm(path, { recursive: true, force: true })
  return true
}

async function copyFolder(from: string, to: string, trees: CopyOptions, left_out: string[]): Promise<void> {
  await mkdir(to, { recursive: true })
  const entries = await readdir(from, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)]
      if (entry.isDirectory()) return copyFolder(source, target, trees, left_out)
      if (entry.isSymbolicLink()) return copyLink(source, target, trees, left_out)
      if (!entry.isFile()) return
      await copyFile(source, target, constants.COPYFILE_FICLONE)
      if (namesTheTree(source)) await renameTree(target, trees)
    }),
  )
}

async function copyLink(
  source: string,
  target: string,
  { origin, to_tree, known_as = origin }: CopyOptions,
  left_out: string[],
): Promise<void> {
  const text = await readlink(source)
  const lead = resolve(dirname(source), text)
  const from_tree = [origin, known_as].find((tree) => isWithin(lead, tree))
  if (from_tree !== undefined) {
    const there = join(to_tree, relative(from_tree, lead))
    return symlink(relative(dirname(target), there) || ".", target)
  }
  if (isPackageLink(source)) {
    left_out.push(source)
    return
  }
  // The interpreter of an environment belongs to the system.
  return symlink(text, target)
}

/** `node_modules/name`, `node_modules/@scope/name`. */
function isPackageLink(path: string): boolean {
  const above = dirname(path)
  return basename(basename(above).startsWith("@") ? dirname(above) : above) === "node_modules"
}

/** Files of an environment of Python that hold the path of their tree. */
function namesTheTree(path: string): boolean {
  return (
    basename(path) === "pyvenv.cfg" ||
    /\/\.?venv\/bin\/[^/]+$/.test(path) ||
    /\/site-packages\/(?:[^/]+\.pth|__editable__[^/]*\.py|[^/]+\.dist-info\/direct_url\.json)$/.test(path)
  )
}

async function renameTree(path: string, { known_as, to_tree }: CopyOptions): Promise<void> {
  if (known_as === undefined) return
  const text = await readFile(path, "latin1")
  if (!text.includes(known_as) || text.includes("\0")) return
  const bytes = (name: string): string => Buffer.from(name).toString("latin1")
  await writeFile(
    path,
    text.replaceAll(bytes(known_as), () => bytes(to_tree)),
    "latin1",
  )
}

/**
 * Copies what is installed in a work tree into a tree of another commit: `node_modules` and environments of Python,
 * for the packages that both trees have. Resolves to the links that were left out.
 */
export async function copyWorkTree(work_tree: string, tree: string): Promise<readonly string[]> {
  const origin = await realpath(work_tree)
  const trees = { origin, to_tree: tree, known_as: origin }
  const left_out: string[] = []
  const enter = async (folder: string): Promise<void> => {
    const is_folder = (await lstat(join(tree, folder)).catch(() => null))?.isDirectory() === true
    if (!is_folder) return
    const here = await readdir(join(tree, folder))
    for (const entry of await readdir(join(origin, folder), { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name)
      if (INSTALLED.has(entry.name)) {
        if (here.includes(entry.name)) continue
        const real = await realpath(join(origin, path)).catch(() => null)
        if (real !== null) {
          left_out.push(...(await copyInstalled(real, join(tree, path), trees)))
        }
      } else if (entry.isDirectory() && !entry.name.startsWith(".")) await enter(path)
    }
  }
  await enter(".")
  return left_out.map((path) => relative(origin, path))
}
