import { createHash } from "node:crypto"
import { constants } from "node:fs"
import { lstat, open, realpath, stat } from "node:fs/promises"
import { relative } from "node:path"
import { thrownMessage } from "../../errors/thrown_message.ts"
import {
  createFileEntries,
  type FileEntries,
  type FileEntry,
  type KnownFile,
  SPECIAL,
  type WorkFile,
} from "./file_entries.ts"
import { type FileStatus, isSameStatus } from "./file_status.ts"
import { createFolderWalk, TOO_MANY, type Walked } from "./folder_walk.ts"
import { freezeRules } from "./frozen_rules.ts"
import { createSlices, type Slices } from "./slices.ts"
import { type GitAnswers, type Tracked, trackedIn, type WorkFilesStart } from "./start.ts"

/** The files below a folder that the work is about, fixed at the moment of opening. */
export interface WorkFiles {
  /** For opening the same files later; null where it would be too large, and outside git. */
  readonly start: WorkFilesStart | null
  /** For opening them without git, by another process; null outside git. */
  readonly answers: GitAnswers | null
  /** Never rejects. Readings run one at a time; one without changes asks the system only for the status of each file. */
  read(signal?: AbortSignal): Promise<WorkReading>
  /** These paths below the root count from now on under any rules; paths elsewhere are skipped. */
  count(paths: Iterable<string>): void
  /** Whether a path counts under any rules: git tracked it at the start, or it was counted since. */
  counts(path: string): boolean
  close(): Promise<void>
}

/** A digest of names, content and the executable bit, or the reason why it is missing. */
export type WorkReading =
  | {
      /** Digest of all files, in hex; made when it is asked for. */
      readonly sha256: string
      /** By path below the root. */
      readonly entries: ReadonlyMap<string, FileEntry>
      readonly folders: ReadonlyMap<string, FileStatus>
    }
  | {
      /** There is no digest. */
      readonly sha256: null
      readonly reason: string
    }

export type ReadFiles = Extract<WorkReading, { readonly sha256: string }>

/** What another reading of the same files shows: other content, and what was touched meanwhile, whatever it holds. */
export function changedBetween(
  before: ReadFiles,
  after: ReadFiles,
): { readonly changed: readonly string[]; readonly touched: readonly string[] } {
  const paths = [...new Set([...before.entries.keys(), ...after.entries.keys()])].toSorted()
  const changed = paths.filter((path) => before.entries.get(path)?.text !== after.entries.get(path)?.text)
  const touched = paths.filter((path) => {
    const [one, other] = [before.entries.get(path)?.status, after.entries.get(path)?.status]
    return one && other ? !isSameStatus(one, other) : one !== other
  })
  const moved = [...after.folders].filter(([path, now]) => wasMoved(before.folders.get(path), now))
  return { changed, touched: [...touched, ...moved.map(([path]) => `${path}/`)] }
}

/** Another folder in its place, or the same one after a rename: an entry that comes or goes sets both times. */
function wasMoved(before: FileStatus | undefined, now: FileStatus): boolean {
  if (before === undefined) return false
  return before.ino !== now.ino || (before.ctimeNs !== now.ctimeNs && before.mtimeNs === now.mtimeNs)
}

export interface WorkFilesOptions {
  /** The files that count and the rules that ignore come from this start. */
  readonly start?: WorkFilesStart | null
  /** Absolute paths that never count: what this process itself writes. */
  readonly own?: readonly string[]
  /** What an earlier reading of that start knew, perhaps by another process. Nothing that it knew is asked or read again. */
  readonly earlier?: EarlierReading | undefined
  /** For one reading at once, of what opening found. With more files, or once the signal ends it, opening rejects. */
  readonly at_once?: { readonly most_files: number; readonly signal: AbortSignal } | undefined
}

export interface EarlierReading {
  readonly answers: GitAnswers | null
  /** All files that counted. */
  readonly paths: readonly string[]
  knownFile(path: string): KnownFile | undefined
}

const MOST_FILES = 500_000
const NESTED_REPOSITORIES = 3

/**
 * Opens the files below `root`. In git: those of the commit or the index, and those that no `.gitignore` ignores, as
 * of now. Elsewhere: all. Remains of test runs and interpreters (`node_modules`, `__pycache__`, ...) count only where
 * git tracks them. Another folder in its place is not read. Rejects as the file system or git does.
 * @requirement proof.files, proof.root
 */
export async function openWorkFiles(root: string, options: WorkFilesOptions = {}): Promise<WorkFiles> {
  const pinned = await pinFolder(root)
  const opened = await openFolder(pinned.real, options, NESTED_REPOSITORIES).catch(async (error: unknown) => {
    await pinned.release()
    throw error
  })
  let last: Promise<unknown> = Promise.resolve()
  let first: ReadonlyMap<string, FileEntry> | null = null
  const readOnce = async (signal?: AbortSignal): Promise<WorkReading> => {
    try {
      await pinned.refuseOther()
      const { entries, folders } = await opened.read(createSlices(signal))
      await pinned.refuseOther()
      first ??= entries
      refuseSpecial(entries, { first, counts: (path) => opened.counts(path) })
      let digest: string | undefined
      return {
        get sha256() {
          return (digest ??= digestOf(entries))
        },
        entries,
        folders,
      }
    } catch (error) {
      return { sha256: null, reason: thrownMessage(error) }
    }
  }
  return {
    start: opened.start,
    answers: opened.answers,
    count: (paths) => opened.count(paths),
    counts: (path) => opened.counts(path),
    read(signal) {
      const reading = last.then(() => readOnce(signal))
      last = reading
      return reading
    },
    async close() {
      await last
      await opened.close()
      await pinned.release()
    },
  }
}

/** Nobody can say what a pipe or device gives to a check; one that lay there at the first reading is no file of the work. */
function refuseSpecial(
  entries: ReadonlyMap<string, FileEntry>,
  {
    first,
    counts,
  }: { readonly first: ReadonlyMap<string, FileEntry>; readonly counts: (path: string) => boolean },
): void {
  for (const [path, { text }] of entries) {
    if (!text.startsWith(SPECIAL)) continue
    const is_socket = (Number(text.split(" ")[1]) & constants.S_IFMT) === constants.S_IFSOCK
    if (counts(path) || (!is_socket && first.get(path)?.text !== text))
      throw new Error(`${path} is a pipe, socket or device in the place of a file`)
  }
}

interface Pinned {
  readonly real: string
  refuseOther(): Promise<void>
  release(): Promise<void>
}

/** While it is open, no other folder gets its inode number. */
async function pinFolder(root: string): Promise<Pinned> {
  const real = await realpath(root)
  const first = await stat(real, { bigint: true })
  if (!first.isDirectory()) throw new Error(`${root} is not a folder`)
  // Windows opens no folders, so the inode number alone must do.
  const handle = process.platform === "win32" ? null : await open(real, "r")
  return {
    real,
    async refuseOther() {
      for (const place of [root, real]) {
        const now = await stat(place, { bigint: true })
        if (now.ino !== first.ino || now.dev !== first.dev)
          throw new Error(`${root} is no longer the folder that it was when the run began`)
      }
    },
    release: async () => handle?.close(),
  }
}

interface OpenedFolder {
  readonly start: WorkFilesStart | null
  readonly answers: GitAnswers | null
  read(slices: Slices): Promise<Pick<ReadFiles, "entries" | "folders">>
  count(paths: Iterable<string>): void
  /** Whether git tracked it at the start, or it was written since. */
  counts(path: string): boolean
  close(): Promise<void>
}

/** Above these a start is not kept. */
const MOST_KEPT_CHARS = 256 * 1024

async function openFolder(root: string, options: WorkFilesOptions, depth: number): Promise<OpenedFolder> {
  const { start: given = null, own = [], earlier, at_once } = options
  const most_files = at_once?.most_files ?? MOST_FILES
  const answers = earlier?.answers ?? null
  const tracked: Tracked | null =
    given !== null && answers !== null
      ? { ...given, prefix: answers.prefix, paths: earlier?.paths ?? [] }
      : await trackedIn(root, given)
  if ((tracked?.paths.length ?? 0) > most_files) throw new Error(TOO_MANY)
  const rules =
    tracked === null ? null : freezeRules(root, tracked.prefix, given?.rules ?? null, answers?.rules)
  const apart = new Set(own.map((path) => relative(root, path).replaceAll("\\", "/")))
  const counted = new Set<string>()
  const holding = new Set<string>()
  const count = (paths: Iterable<string>): void => {
    for (const path of paths) {
      if (apart.has(path) || isOutside(path)) continue
      counted.add(path)
      for (let at = path; at !== "" && !holding.has(at); at = at.slice(0, Math.max(0, at.lastIndexOf("/"))))
        holding.add(at)
    }
  }
  count(tracked?.paths ?? [])
  const nested = new Map<string, OpenedFolder>()
  let is_open = false
  const walk = createFolderWalk({
    root,
    rules,
    most_files: most_files - counted.size,
    counts: (path) => counted.has(path),
    holds: (path) => holding.has(path),
    isApart: (path) => apart.has(path),
    async isRepository(path) {
      // A folder that becomes a repository later brings rules that were unknown at the start.
      if (is_open || depth === 0 || tracked === null) return nested.has(path)
      const place = `${root}/${path}`
      const inner = await trackedIn(place, null)
      if (inner === null || inner.prefix !== "") return false
      nested.set(path, await openFolder(place, { own, at_once }, depth - 1))
      return true
    },
  })
  const entries = createFileEntries(root, (path) => earlier?.knownFile(path))
  const close = async (): Promise<void> => {
    for (const folder of nested.values()) await folder.close()
    await rules?.remove()
  }
  let opening: Walked | null = null
  try {
    opening = await walk(createSlices(at_once?.signal))
  } catch (error) {
    await close()
    throw error
  }
  is_open = true
  if (at_once === undefined) opening = null
  rules?.freeze()
  const start = tracked && rules && { tree: tracked.tree, added: tracked.added, rules: rules.files() }
  return {
    start: start === null || JSON.stringify(start).length > MOST_KEPT_CHARS ? null : start,
    answers: tracked && rules && { prefix: tracked.prefix, rules: rules.answers() },
    count,
    counts: (path) => counted.has(path),
    close,
    async read(slices) {
      await lstat(root)
      const found = new Map<string, FileEntry>()
      const { files, closed, folders: walked } = opening ?? (await walk(slices))
      opening = null
      const folders = new Map(walked)
      for (const [path, status] of closed) found.set(`${path}/`, { text: `private ${status}`, status: null })
      await addEntries(found, files, entries, slices)
      await addEntries(
        found,
        [...counted].map((path) => ({ path })),
        entries,
        slices,
      )
      entries.endReading()
      for (const [path, folder] of nested) {
        const inner = await folder.read(slices)
        for (const [name, entry] of inner.entries) found.set(`${path}/${name}`, entry)
        for (const [name, status] of inner.folders) folders.set(`${path}/${name}`, status)
      }
      return { entries: found, folders }
    },
  }
}

async function addEntries(
  found: Map<string, FileEntry>,
  files: readonly WorkFile[],
  entries: FileEntries,
  slices: Slices,
): Promise<void> {
  for (const file of files) {
    const entry = entries.entryOf(file)
    // Among thousands of files hardly one has to be waited for.
    const known = entry instanceof Promise ? await entry : entry
    if (known !== null) found.set(file.path, known)
    if (slices.isOver()) await slices.next()
  }
}

/** A path from git or a tool that leads out of the root, or into git's own files. */
function isOutside(path: string): boolean {
  return (
    path === "" || path.startsWith("/") || path.split("/").some((name) => name === ".." || name === ".git")
  )
}

function digestOf(entries: ReadonlyMap<string, FileEntry>): string {
  const lines = [...entries].map(([path, { text }]) => `${path}\0${text}\0`)
  return createHash("sha256").update(lines.toSorted().join("")).digest("hex")
}
