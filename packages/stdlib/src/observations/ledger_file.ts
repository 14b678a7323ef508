import { openAppendLog, readLog } from "@proofloop/foundation/files"

const HEADER = JSON.stringify({ ledger: "proofloop observations", version: 1 })

/**
 * Adds a line, as one write at the end of the file: several processes may do so at once. The line break stands before the
 * line, so that what a crash cut off is never continued by the next one.
 */
export async function appendLine(path: string, line: string): Promise<void> {
  const log = await openAppendLog(path, { writers: "many", header: HEADER })
  try {
    await log.append(`\n${line}`)
  } finally {
    await log.close()
  }
}

/** No record is as long; a longer line is damage. */
const MAX_LINE_BYTES = 1024 * 1024

/**
 * Gives `visit` the lines of a file, last first, empty ones and the header left out, until it returns false or
 * `max_bytes` were read. A line that is too long is given as "". No file has no lines.
 */
export async function visitRecordsBackwards(
  path: string,
  max_bytes: number,
  visit: (line: string) => boolean,
): Promise<void> {
  const limits = { max_bytes, max_line_bytes: MAX_LINE_BYTES }
  await readLog(path, (reader) => reader.visitBackwards(limits, (line) => line === HEADER || visit(line)))
}
