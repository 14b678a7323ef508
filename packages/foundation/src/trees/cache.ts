import { constants } from "node:fs"
import {
  access,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { removeFolder } from "../files/remove_folder.ts"
import { processFolder } from "../files/temporary_folder.ts"
import { isRecord } from "../text/is_record.ts"
import { copyInstalled, type CopyOptions } from "./copy_installed.ts"

/** The files that one set-up installed, for the next tree with the same manifests. */
export interface CacheEntry {
  /** What the set-up left outside the tree. */
  readonly home: string
  putInto(tree: string): Promise<void>
}

/** Where set-ups are kept by default. */
export function defaultCacheFolder(): string {
  const base = process.env["XDG_CACHE_HOME"]
  return join(base === undefined || base === "" ? join(homedir(), ".cache") : base, "proofloop", "trees")
}

/** null: missing or incomplete. */
export async function readEntry(cache_dir: string, key: string): Promise<CacheEntry | null> {
  const folder = join(cache_dir, key)
  try {
    const { tree, paths } = readPaths(JSON.parse(await readFile(join(folder, "entry.json"), "utf8")))
    const now = new Date()
    await utimes(folder, now, now).catch(() => undefined)
    const copy = { origin: join(folder, "tree"), known_as: tree }
    return {
      home: join(folder, "home"),
      putInto: (to_tree) => copyPaths(copy.origin, to_tree, paths, { ...copy, to_tree }),
    }
  } catch {
    return null
  }
}

/** Throws for a malformed entry. */
function readPaths(entry: unknown): Pick<LeftBySetup, "tree" | "paths"> {
  const { tree, paths } = isRecord(entry) ? entry : {}
  const isText = (value: unknown): value is string => typeof value === "string"
  if (!isText(tree) || !Array.isArray(paths) || !paths.every(isText)) throw new Error("no entry")
  return { tree, paths }
}

/**
 * Keeps what a set-up left: these paths of the tree, and `home`, which moves. Whole or not at all; when two do it at
 * once, one result stays. Resolves to the new place of `home`.
 */
export async function writeEntry(cache_dir: string, key: string, left: LeftBySetup): Promise<string> {
  const { tree, paths, home } = left
  const made = dirname(home)
  const kept = join(made, "tree")
  await copyPaths(tree, kept, paths, { origin: tree, to_tree: kept })
  await writeFile(join(made, "entry.json"), JSON.stringify({ tree, paths }))
  try {
    await rename(made, join(cache_dir, key))
  } catch {
    if ((await readEntry(cache_dir, key)) === null) return home
    await removeFolder(made)
  }
  await forgetOld(cache_dir)
  return join(cache_dir, key, "home")
}

interface LeftBySetup {
  readonly tree: string
  readonly paths: readonly string[]
  /** One of `newEntry`. */
  readonly home: string
}

/** The folder itself where it is writable, else one that is removed with this process. */
export async function cacheFolder(cache_dir: string): Promise<string> {
  try {
    await mkdir(cache_dir, { recursive: true, mode: 0o700 })
    await access(cache_dir, constants.W_OK)
    return cache_dir
  } catch {
    return (passing ??= await processFolder("trees"))
  }
}

let passing: string | undefined

export async function newEntry(cache_dir: string): Promise<string> {
  const home = join(await mkdtemp(join(cache_dir, "new-")), "home")
  await mkdir(home)
  return realpath(home)
}

const MOST_ENTRIES = 20
const DAY_MS = 86_400_000

async function forgetOld(cache_dir: string): Promise<void> {
  const names = await readdir(cache_dir)
  const used = await Promise.all(
    names.map(async (name) => ({
      name,
      at: (await stat(join(cache_dir, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  )
  const last = used.filter(({ name, at }) => !name.startsWith("new-") || at < Date.now() - DAY_MS)
  for (const { name } of last.toSorted((a, b) => b.at - a.at).slice(MOST_ENTRIES)) {
    await removeFolder(join(cache_dir, name))
  }
}

async function copyPaths(
  from: string,
  to: string,
  paths: readonly string[],
  options: CopyOptions,
): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const path of paths) {
    await copyInstalled(join(from, path), join(to, path), options)
  }
}
