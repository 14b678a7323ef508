import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { lstat, readdir, readFile, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"
import { sha256, syncFolder, writeWholeFile } from "@proofloop/foundation/files"
import { isRunning, ownIdentity } from "@proofloop/foundation/process"
import { parsedJson } from "@proofloop/foundation/text"
import * as z from "zod"
import type { PatchJournal } from "./journal_entry.ts"
import { inJournalFolder, type JournalFolder, removeEmptyFolders } from "./journal_folder.ts"
import type { PlannedWrite } from "./plan_writes.ts"

/** Journals that this process is working on. */
const live = new Set<string>()

export function newJournal(writes: readonly PlannedWrite[], folders: readonly string[]): PatchJournal {
  const id = `${process.pid}-${randomUUID()}`
  return {
    id,
    process: ownIdentity(),
    folders,
    entries: writes.map(({ located, before, after }, index) => ({
      path: located.relative,
      before,
      after: after === null ? null : sha256(after),
      temporary: `.proofloop-${id}-${index}.tmp`,
    })),
  }
}

/** The journal is on the disk when this resolves: whole, or not at all. */
export async function beginJournal(folder: JournalFolder, journal: PatchJournal): Promise<void> {
  live.add(journal.id)
  try {
    await writeJournal(folder, journal).catch((error: unknown) => {
      // Another transaction ended and removed the empty folder.
      if (errorCode(error) === "ENOENT") return writeJournal(folder, journal)
      throw error
    })
  } catch (error) {
    live.delete(journal.id)
    throw error
  }
}

async function writeJournal(folder: JournalFolder, journal: PatchJournal): Promise<void> {
  const absolute = join(folder.base, folder.journals)
  const is_new = (await lstat(absolute).catch(() => null)) === null
  await inJournalFolder(folder, folder.journals, async (path) => {
    const file = join(path, `${journal.id}.journal`)
    await writeWholeFile(file, encodeJournal(journal), { temporary: `${journal.id}.tmp` })
  })
  if (!is_new) return
  for (const level of [dirname(absolute), dirname(dirname(absolute))]) await syncFolder(level)
}

export async function endJournal(folder: JournalFolder, { id }: PatchJournal): Promise<void> {
  await inJournalFolder(folder, folder.journals, async (path) => {
    await rm(join(path, `${id}.journal`), { force: true })
    // After the journal: a journal without its note would be undone.
    await rm(join(path, `${id}.commit`), { force: true })
  })
  live.delete(id)
  await removeEmptyFolders(folder)
}

/** Leaves the journal to `recoverPatches`. */
export function abandonJournal({ id }: PatchJournal): void {
  live.delete(id)
}

/** Journals without a live process, in any order; leaves out those cut off before the first write. */
export async function listAbandoned(folder: JournalFolder): Promise<readonly PatchJournal[]> {
  const there = await lstat(join(folder.base, folder.journals)).catch(() => null)
  if (there === null) return []
  return inJournalFolder(folder, folder.journals, async (path) => {
    const found: PatchJournal[] = []
    for (const name of await readdir(path)) {
      const [id, pid, kind] = /^((\d{1,10})-[0-9a-f-]{36})\.(journal|commit|tmp)$/.exec(name)?.slice(1) ?? []
      if (id === undefined || live.has(id)) continue
      if (kind === "commit") await removeLoneNote(path, id)
      else if (kind === "tmp") await removeCutOff(join(path, name), Number(pid))
      else found.push(...(await readJournal(join(path, name), id)))
    }
    return found
  })
}

async function removeCutOff(path: string, pid: number): Promise<void> {
  if (pid === process.pid || !isRunning({ pid, began: null })) await rm(path, { force: true })
}

async function removeLoneNote(folder: string, id: string): Promise<void> {
  const journal = await lstat(join(folder, `${id}.journal`)).catch(() => null)
  if (journal === null) await rm(join(folder, `${id}.commit`), { force: true })
}

async function readJournal(path: string, id: string): Promise<readonly PatchJournal[]> {
  const bytes = await readFile(path, { flag: constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) }).catch(
    (error: unknown) => {
      if (errorCode(error) === "ENOENT") return null
      throw error
    },
  )
  const journal = bytes === null ? null : decodeJournal(bytes, id)
  if (journal === null) return []
  const is_live = journal.process.pid !== process.pid && isRunning(journal.process)
  return is_live ? [] : [journal]
}

const path = z
  .string()
  .max(8192)
  .refine((text) => !text.includes("\0") && text.split("/").every((part) => !["", ".", ".."].includes(part)))
const digest = z.string().regex(/^[0-9a-f]{64}$/)

const headerSchema = z.strictObject({
  version: z.literal(1),
  process: z.strictObject({ pid: z.int().min(1), began: z.string().max(64).nullable() }),
  folders: z.array(path),
  entries: z.array(
    z.strictObject({
      path,
      before: z
        .strictObject({ length: z.int().min(0), mode: z.int().min(0).max(0o7777), sha256: digest })
        .nullable(),
      after: digest.nullable(),
      temporary: z.string().regex(/^\.proofloop-[\w-]{1,64}\.tmp$/),
    }),
  ),
})

/** One line of JSON, then the old contents, one after the other. */
function encodeJournal({ process, folders, entries }: PatchJournal): Buffer {
  const header: z.input<typeof headerSchema> = {
    version: 1,
    process,
    folders: [...folders],
    entries: entries.map(({ path: at, before, after, temporary }) => ({
      path: at,
      before: before && { length: before.bytes.length, mode: before.mode, sha256: sha256(before.bytes) },
      after,
      temporary,
    })),
  }
  const contents = entries.flatMap(({ before }) => (before === null ? [] : [before.bytes]))
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...contents])
}

/** null for anything that `encodeJournal` did not write; such a file records no change. */
function decodeJournal(bytes: Buffer, id: string): PatchJournal | null {
  const end = bytes.indexOf("\n")
  const header = headerSchema.safeParse(parsedJson(bytes.toString("utf8", 0, Math.max(0, end))))
  if (!header.success) return null
  let at = end + 1
  const entries: PatchJournal["entries"][number][] = []
  for (const { before, ...entry } of header.data.entries) {
    const content = bytes.subarray(at, at + (before?.length ?? 0))
    if (before !== null && sha256(content) !== before.sha256) return null
    at += content.length
    entries.push({ ...entry, before: before && { bytes: content, mode: before.mode } })
  }
  return { id, process: header.data.process, folders: header.data.folders, entries }
}
