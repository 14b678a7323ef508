import { randomBytes } from "node:crypto"
import { type FileHandle, open, rename, rm } from "node:fs/promises"
import type { RunReplay } from "@proofloop/stdlib/replay"
import { pageEnd, type ReportMeta, pageStart, tableStart } from "./page.ts"
import { renderRun } from "./run_row.ts"
import { type ReportTotals, addRun, no_runs } from "./totals.ts"
import { renderTotals } from "./totals_html.ts"

/** A page that is being written. A method that rejects leaves it to `abandon`. */
export interface OpenReport {
  readonly add: (run: RunReplay) => Promise<void>
  /** Completes the page and puts it where it belongs. */
  readonly end: () => Promise<ReportTotals>
  /** Takes back what was written. */
  readonly abandon: () => Promise<void>
}

/** Room for the figures, in bytes: they stand at the top and are known at the end. */
const room = 4096
const chunk_length = 256 * 1024

/** Starts a page beside `file`, which is left as it is until `end`. Rejects with what the file system rejects with. */
export async function openReport(file: string, meta: ReportMeta): Promise<OpenReport> {
  const part = `${file}.${randomBytes(6).toString("hex")}.part`
  const handle = await open(part, "wx")
  const start = pageStart(meta)
  let waiting = `${start}${" ".repeat(room)}\n${tableStart}`
  let totals = no_runs
  // A file handle writes on where it stopped; `writeFile` writes all it is given.
  const flush = async (): Promise<void> => {
    const text = waiting
    waiting = ""
    await handle.writeFile(text)
  }
  return {
    add: async (run) => {
      waiting += renderRun(run, totals.runs)
      totals = addRun(totals, run)
      if (waiting.length >= chunk_length) await flush()
    },
    end: async () => {
      waiting += pageEnd(meta)
      await flush()
      await writeAt(handle, Buffer.from(renderTotals(totals)), Buffer.byteLength(start))
      await handle.close()
      await rename(part, file)
      return totals
    },
    abandon: async () => {
      await handle.close()
      await rm(part, { force: true })
    },
  }
}

async function writeAt(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  if (bytes.length > room) throw new RangeError(`${bytes.length} bytes of figures, room for ${room}`)
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}
