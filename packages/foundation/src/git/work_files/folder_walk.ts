import { type BigIntStats, lstatSync, readdirSync } from "node:fs"
import { errorCode } from "../../errors/error_code.ts"
import type { WorkFile } from "./file_entries.ts"
import { type FileStatus, isSameStatus, isSettled, statusText } from "./file_status.ts"
import type { FrozenRules } from "./frozen_rules.ts"
import { isLeftBehind } from "./left_behind.ts"
import type { Slices } from "./slices.ts"

export interface Walked {
  /** Without those that count anyway. */
  readonly files: readonly WorkFile[]
  /** Folders that may not be listed, with what is known of them. */
  readonly closed: readonly (readonly [path: string, status: string])[]
  readonly folders: ReadonlyMap<string, FileStatus>
}

export interface WalkedSet {
  readonly root: string
  /** null: ignore nothing. */
  readonly rules: FrozenRules | null
  /** Beside those that count anyway. */
  readonly most_files: number
  counts(path: string): boolean
  holds(path: string): boolean
  /** A folder that is entered in another way, or not at all. */
  isApart(path: string): boolean
  /** Asked of each folder below the root that has a `.git`: whether it is entered in another way. */
  isRepository(path: string): Promise<boolean>
}

interface Folder {
  readonly status: BigIntStats
  readonly read_ms: number
  readonly files: readonly WorkFile[]
  readonly folders: readonly string[]
  readonly closed: boolean
}

interface Listed {
  readonly path: string
  readonly status: BigIntStats
  readonly read_ms: number
  /** null: the system refuses to list it. */
  readonly names: Names | null
}

interface Names {
  readonly files: readonly WorkFile[]
  readonly folders: readonly string[]
  readonly has_rules: boolean
  readonly is_repository: boolean
}

const MOST_FOLDERS = 500_000
export const TOO_MANY = "there are too many files"

/**
 * Walks the tree; a later walk lists only folders whose status changed. Rejects as the file system or git does, and
 * where there are too many files.
 */
export function createFolderWalk(set: WalkedSet): (slices: Slices) => Promise<Walked> {
  let known: ReadonlyMap<string, Folder> = new Map()
  return async (slices) => {
    const found = new Map<string, Folder>()
    let count = 0
    for (let level: readonly string[] = [""]; level.length > 0;) {
      const listed: Listed[] = []
      for (const path of level) {
        if (slices.isOver()) await slices.next()
        const read_ms = Date.now()
        const status = lstatSync(placeOf(set, path), { bigint: true, throwIfNoEntry: false })
        if (status?.isDirectory() !== true) continue
        const before = known.get(path)
        if (
          before !== undefined &&
          isSettled(before.status, before.read_ms) &&
          isSameStatus(before.status, status)
        )
          found.set(path, before)
        else listed.push({ path, status, read_ms, names: namesIn(set, path) })
      }
      for (const folder of await chosen(set, listed)) found.set(...folder)
      for (const path of level) count += found.get(path)?.files.length ?? 0
      if (count > set.most_files) throw new Error(TOO_MANY)
      level = level.flatMap((path) => found.get(path)?.folders ?? [])
      if (found.size > MOST_FOLDERS) throw new Error(TOO_MANY)
    }
    known = found
    const files = [...found.values()].flatMap((folder) => folder.files)
    const closed = [...found].filter(([, folder]) => folder.closed)
    return {
      files,
      closed: closed.map(([path, { status }]) => [path, statusText(status)]),
      folders: new Map([...found].map(([path, { status }]) => [path, status])),
    }
  }
}

function placeOf({ root }: WalkedSet, path: string): string {
  return path === "" ? root : `${root}/${path}`
}

function namesIn(set: WalkedSet, folder: string): Names | null {
  const files: WorkFile[] = []
  const folders: string[] = []
  let has_rules = false
  let is_repository = false
  const entries = entriesIn(placeOf(set, folder))
  if (entries === null) return null
  const has_manifest = entries.some(({ name }) => name === "package.json")
  for (const entry of entries) {
    const name = entry.name.toString()
    const path = folder === "" ? name : `${folder}/${name}`
    const is_folder = entry.isDirectory()
    if (name === ".git") is_repository = folder !== ""
    else if (name === ".gitignore") has_rules = true
    if (name === ".git" || set.isApart(path)) continue
    const is_left_behind = isLeftBehind(name, has_manifest)
    if (is_folder && (!is_left_behind || set.holds(path))) {
      if (Buffer.isBuffer(entry.name)) throw new Error(`the name of the folder ${path} is not UTF-8`)
      folders.push(path)
    }
    if (is_folder || is_left_behind || set.counts(path)) continue
    const bytes = Buffer.isBuffer(entry.name) ? entry.name : undefined
    files.push(
      bytes === undefined ? { path } : { path: `${path}\0${bytes.toString("hex")}`, name_bytes: bytes },
    )
  }
  return { files, folders, has_rules, is_repository }
}

interface Entry {
  /** Bytes where the name is not UTF-8. */
  readonly name: string | Buffer
  isDirectory(): boolean
}

function entriesIn(place: string): readonly Entry[] | null {
  try {
    const entries = readdirSync(place, { withFileTypes: true })
    if (!entries.some(({ name }) => name.includes("\uFFFD"))) return entries
    return readdirSync(place, { withFileTypes: true, encoding: "buffer" }).map((entry) => {
      const bytes = Buffer.from(entry.name)
      const name = bytes.toString()
      return {
        name: Buffer.from(name).equals(bytes) ? name : bytes,
        isDirectory: () => entry.isDirectory(),
      }
    })
  } catch (error) {
    if (["EACCES", "EPERM"].includes(errorCode(error))) return null
    // Gone meanwhile.
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return []
    throw error
  }
}

/** The folders of one level without what is ignored. */
async function chosen(
  set: WalkedSet,
  listed: readonly Listed[],
): Promise<readonly (readonly [path: string, folder: Folder])[]> {
  const entered: Listed[] = []
  for (const folder of listed) {
    if (folder.names?.is_repository === true && (await set.isRepository(folder.path))) continue
    if (folder.names?.has_rules === true) set.rules?.takeIn(folder.path)
    entered.push(folder)
  }
  const ignored = await ignoredOf(set, entered)
  return entered.map(({ path, status, read_ms, names }) => {
    const files = (names?.files ?? []).filter((file) => !ignored.has(file.path))
    const folders = (names?.folders ?? []).filter((folder) => set.holds(folder) || !ignored.has(`${folder}/`))
    return [path, { status, read_ms, files, folders, closed: names === null }]
  })
}

async function ignoredOf(set: WalkedSet, listed: readonly Listed[]): Promise<ReadonlySet<string>> {
  const asked = listed.flatMap(({ names }) => [
    ...(names?.files ?? []).flatMap(({ path, name_bytes }) => (name_bytes === undefined ? [path] : [])),
    ...(names?.folders ?? []).filter((path) => !set.holds(path)).map((path) => `${path}/`),
  ])
  return set.rules === null || asked.length === 0 ? new Set() : set.rules.ignored(asked)
}
