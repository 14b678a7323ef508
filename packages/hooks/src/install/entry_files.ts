import { randomUUID } from "node:crypto"
import { mkdir, readFile, readlink, rename, rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"
import { writeWholeFile } from "@proofloop/foundation/files"
import { isRecord } from "@proofloop/foundation/text"
import { InstallError } from "./install_error.ts"
import { sha256Of } from "./settings_file.ts"

/** The file that hosts run, as a package ships it. */
export interface EntrySource {
  readonly file: string
  readonly version: string
}

/** The entry as it is installed. */
export interface InstalledEntry {
  readonly file: string
  /** null: it is not what install wrote. */
  readonly version: string | null
}

/** Copies the entry to where no cache of a package manager takes it away, and notes which Node runs it. Rejects with InstallError. */
export async function installEntry(source: EntrySource, home: string): Promise<void> {
  const bytes = await readFile(source.file).catch((error: unknown) => {
    if (errorCode(error) !== "ENOENT") throw error
    throw new InstallError(source.file, "is not there: this proofloop was not built")
  })
  await mkdir(home, { recursive: true, mode: 0o700 })
  await keep(join(home, "hook.js"), bytes)
  // A module without a package.json near by is read as CommonJS first, which costs time.
  await keep(join(home, "package.json"), Buffer.from('{"type":"module"}\n'))
  const note = { version: source.version, sha256: sha256Of(bytes) }
  await keep(join(home, "entry.json"), Buffer.from(`${JSON.stringify(note)}\n`))
  await linkNode(join(home, "node"))
}

/** A file that has these bytes stays as it is. */
async function keep(path: string, bytes: Buffer): Promise<void> {
  const known = await readFile(path).catch(() => null)
  if (known === null || !known.equals(bytes)) await writeWholeFile(path, bytes, { mode: 0o644 })
}

/** The installed entry, if there is one. */
export async function installedEntry(home: string): Promise<InstalledEntry | null> {
  const file = join(home, "hook.js")
  const bytes = await readFile(file).catch(() => null)
  if (bytes === null) return null
  try {
    const note: unknown = JSON.parse(await readFile(join(home, "entry.json"), "utf8"))
    const is_noted = isRecord(note) && note["sha256"] === sha256Of(bytes)
    return { file, version: is_noted && typeof note["version"] === "string" ? note["version"] : null }
  } catch {
    return { file, version: null }
  }
}

/** Editors are not started from a shell, so that their PATH may lack Node. Without the link the launcher looks for `node` there. */
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
