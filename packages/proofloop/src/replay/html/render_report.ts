import { randomBytes } from "node:crypto"
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises"
import { fileErrorReason } from "@proofloop/foundation/files"
import type { RunReplay } from "@proofloop/replay/internal"
import { Misuse } from "../../console/misuse.ts"
import { EMPTY_TOTALS, type Totals, withRun } from "../totals.ts"
import { pageEnd, type ReportMeta, pageStart, tableStart } from "./page.ts"
import { renderRun } from "./run_row.ts"
import { renderTotals } from "./totals_head.ts"

/** Room for the figures, in bytes: they stand at the top and are known last. */
const ROOM = 4096
const CHUNK_LENGTH = 256 * 1024

/** Writes one self-contained page to `file`, whole or not at all, and resolves to its sums. Throws Misuse when it cannot. */
export async function renderReport(
  runs: AsyncIterable<RunReplay> | Iterable<RunReplay>,
  meta: ReportMeta,
  file: string,
): Promise<Totals> {
  const part = `${file}.${randomBytes(6).toString("hex")}.part`
  const handle = await openPart(part, file)
  try {
    const totals = await writePage(handle, runs, meta)
    await handle.close()
    await rename(part, file)
    return totals
  } catch (error) {
    await handle.close()
    await rm(part, { force: true })
    throw error
  }
}

/** The page of few runs as a text. */
export function reportText(runs: readonly RunReplay[], meta: ReportMeta): string {
  const totals = runs.reduce(withRun, EMPTY_TOTALS)
  return [
    pageStart(meta),
    renderTotals(totals),
    tableStart(meta),
    ...runs.map((run, index) => renderRun(run, index)),
    pageEnd(meta),
  ].join("\n")
}

async function openPart(part: string, file: string): Promise<FileHandle> {
  // Renaming onto a device or a pipe would replace it.
  const there = await stat(file).catch(() => undefined)
  if (there?.isFile() === false) throw new Misuse(`cannot write ${file}: it exists and is not a file`)
  try {
    return await open(part, "wx")
  } catch (error) {
    throw new Misuse(`cannot write ${file}: ${fileErrorReason(error)}`)
  }
}

async function writePage(
  handle: FileHandle,
  runs: AsyncIterable<RunReplay> | Iterable<RunReplay>,
  meta: ReportMeta,
): Promise<Totals> {
  const start = pageStart(meta)
  let waiting = `${start}${" ".repeat(ROOM)}\n${tableStart(meta)}`
  let totals = EMPTY_TOTALS
  // A file handle writes on where it stopped; `writeFile` writes all it is given.
  for await (const run of runs) {
    waiting += renderRun(run, totals.runs)
    totals = withRun(totals, run)
    if (waiting.length < CHUNK_LENGTH) continue
    await handle.writeFile(waiting)
    waiting = ""
  }
  await handle.writeFile(waiting + pageEnd(meta))
  await writeAt(handle, Buffer.from(renderTotals(totals)), Buffer.byteLength(start))
  return totals
}

async function writeAt(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  if (bytes.length > ROOM) throw new RangeError(`${bytes.length} bytes of figures, room for ${ROOM}`)
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}
