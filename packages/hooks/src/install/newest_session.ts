import { open, readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { isInside } from "@proofloop/foundation/files"
import { isRecord } from "@proofloop/foundation/text"
import type { HostTable, Machine } from "./host_table.ts"

/** A session that a host kept. */
export interface HostSession {
  /** The file that the host keeps the session in. */
  readonly file: string
  /** Milliseconds since 1970; the time of the last write where the file system does not know the start. */
  readonly started_at: number
  /** Last write, in milliseconds since 1970. */
  readonly written_at: number
}

const MAX_FILES = 20_000
const MAX_ASKED = 50
const HEAD_BYTES = 64 * 1024

/**
 * The last written session of those that began after a time; null when there is none. With `project`, only sessions
 * that name that folder.
 */
export async function newestSession(
  table: HostTable,
  machine: Machine,
  { after, project }: { readonly after: number; readonly project: string | null },
): Promise<HostSession | null> {
  const files: string[] = []
  for (const { folder, depth } of table.sessions(machine))
    await collect(folder, depth, table.session_names, files)
  const sessions: HostSession[] = []
  for (const file of files) {
    const stats = await stat(file).catch(() => null)
    if (stats === null) continue
    const started_at = stats.birthtimeMs > 0 ? stats.birthtimeMs : stats.mtimeMs
    if (started_at > after) sessions.push({ file, started_at, written_at: stats.mtimeMs })
  }
  const newest = sessions.toSorted((left, right) => right.written_at - left.written_at)
  if (project === null) return newest[0] ?? null
  for (const session of newest.slice(0, MAX_ASKED)) {
    const folder = await folderOf(session.file)
    if (folder !== null && isInside(project, folder)) return session
  }
  return null
}

async function collect(folder: string, depth: number, names: RegExp, files: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (files.length >= MAX_FILES) return
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (depth > 0) await collect(path, depth - 1, names, files)
    } else if (entry.isFile() && names.test(entry.name)) files.push(path)
  }
}

/** The folder that a session says it works in, in one of its first lines. */
async function folderOf(file: string): Promise<string | null> {
  const handle = await open(file, "r").catch(() => null)
  if (handle === null) return null
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    for (const line of buffer.toString("utf8", 0, bytesRead).split("\n")) {
      const folder = folderIn(line)
      if (folder !== null) return folder
    }
    return null
  } finally {
    await handle.close()
  }
}

function folderIn(line: string): string | null {
  try {
    const value: unknown = JSON.parse(line)
    if (!isRecord(value)) return null
    const inner = value["payload"]
    const folder = value["cwd"] ?? (isRecord(inner) ? inner["cwd"] : undefined)
    return typeof folder === "string" ? folder : null
  } catch {
    return null
  }
}
