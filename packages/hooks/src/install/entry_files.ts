import { randomUUID } from "node:crypto"
import { access, readdir, readFile, readlink, rename, rm, symlink } from "node:fs/promises"
import { basename, join } from "node:path"
import { writeWholeFile } from "@proofloop/foundation/files"
import { isRecord } from "@proofloop/foundation/text"
import { makeFolder } from "../entry/make_folder.ts"
import { InstallError } from "./install_error.ts"
import { sha256Of } from "./settings_file.ts"

/** The program that hosts run, as a package ships it: `run.sh`, `hook.js`, and the scripts it loads. */
export interface EntrySource {
  /** The folder with `hook.js`, absolute. */
  readonly folder: string
  /** Version of the package that ships it. */
  readonly version: string
}

/** The entry as it is installed. */
export interface InstalledEntry {
  /** Absolute path of the installed `hook.js`. */
  readonly file: string
  /** null: it is not what install wrote. */
  readonly version: string | null
}

const ENTRY = "hook.js"
const NOTE = "entry.json"

/**
 * Copies the entry to a place that no package manager's cache cleans, and notes which Node runs it. Rejects with
 * InstallError.
 */
export async function installEntry(source: EntrySource, home: string): Promise<void> {
  const names = await programFiles(source)
  const known = await readNote(home)
  makeFolder(home)
  // What hook.js loads is there before it.
  for (const name of names) await keep(join(home, name), await readFile(join(source.folder, name)))
  for (const name of known?.files ?? [])
    if (!names.includes(name)) await rm(join(home, name), { force: true })
  const note: EntryNote = { version: source.version, sha256: await digestOf(home, names), files: names }
  await keep(join(home, NOTE), Buffer.from(`${JSON.stringify(note)}\n`))
  await linkNode(join(home, "node"))
}

/** The installed entry, if there is one. */
export async function installedEntry(home: string): Promise<InstalledEntry | null> {
  const file = join(home, ENTRY)
  const is_there = await access(file).then(
    () => true,
    () => false,
  )
  if (!is_there) return null
  const note = await readNote(home)
  const is_noted = note !== null && note.sha256 === (await digestOf(home, note.files))
  return { file, version: is_noted ? note.version : null }
}

/** What install wrote, so that a later version can remove it. */
interface EntryNote {
  readonly version: string
  readonly sha256: string
  /** The names of all files of the program. */
  readonly files: readonly string[]
}

async function readNote(home: string): Promise<EntryNote | null> {
  try {
    const value: unknown = JSON.parse(await readFile(join(home, NOTE), "utf8"))
    return isEntryNote(value) ? value : null
  } catch {
    return null
  }
}

function isEntryNote(value: unknown): value is EntryNote {
  return (
    isRecord(value) &&
    typeof value["version"] === "string" &&
    typeof value["sha256"] === "string" &&
    Array.isArray(value["files"]) &&
    value["files"].every((name) => typeof name === "string" && basename(name) === name)
  )
}

/** The names of the program's files, the entry last. */
async function programFiles({ folder }: EntrySource): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): readonly string[] => [])
  if (!names.includes(ENTRY))
    throw new InstallError(join(folder, ENTRY), "is not there: this proofloop was not built")
  return [...names.filter((name) => /\.(?:js|json|sh)$/.test(name) && name !== ENTRY).toSorted(), ENTRY]
}

/** Of the bytes of files; a missing one counts as empty. */
async function digestOf(folder: string, names: readonly string[]): Promise<string> {
  const digests: string[] = []
  for (const name of names) {
    const bytes = await readFile(join(folder, name)).catch(() => Buffer.alloc(0))
    digests.push(`${name} ${sha256Of(bytes)}`)
  }
  return sha256Of(digests.join("\n"))
}

/** A file with these bytes stays unchanged. */
async function keep(path: string, bytes: Buffer): Promise<void> {
  const known = await readFile(path).catch(() => null)
  if (known === null || !known.equals(bytes)) await writeWholeFile(path, bytes, { mode: 0o644 })
}

/**
 * Editors are not started from a shell, so their PATH may lack Node. Without the link the launcher looks for `node`
 * there.
 */
async function linkNode(path: string): Promise<void> {
  if (process.platform === "win32") return
  const target = await readlink(path).catch(() => null)
  if (target === process.execPath) return
  const draft = `${path}.${randomUUID()}`
  try {
    await symlink(process.execPath, draft)
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}
