import { sha256 } from "@proofloop/foundation/files"
import * as z from "zod"
import type { PatchJournal } from "./journal_entry.ts"

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
export function encodeJournal({ process, folders, entries }: PatchJournal): Buffer {
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
export function decodeJournal(bytes: Buffer, id: string): PatchJournal | null {
  const end = bytes.indexOf("\n")
  const header = headerSchema.safeParse(parseJson(bytes.toString("utf8", 0, Math.max(0, end))))
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
