import { openAppendLog, readLog } from "@proofloop/foundation/files"

const HEADER = JSON.stringify({ ledger: "proofloop observations", version: 1 })

/** Adds a line in one write that begins with the line break, so that it never continues a line that a crash cut off. */
export async function appendLine(path: string, line: string): Promise<void> {
  const log = await openAppendLog(path, { writers: "many", header: HEADER })
  try {
    await log.append(`\n${line}`)
  } finally {
    await log.close()
  }
}

/** Records are shorter; a longer line is damaged. */
const MAX_LINE_BYTES = 1024 * 1024

/** Gives `visit` a file's lines, last first, until it returns false or `max_bytes` are read. A line too long is "". */
export async function visitRecordsBackwards(
  path: string,
  max_bytes: number,
  visit: (line: string) => boolean,
): Promise<void> {
  const limits = { max_bytes, max_line_bytes: MAX_LINE_BYTES }
  await readLog(path, (reader) => reader.visitBackwards(limits, (line) => line === HEADER || visit(line)))
}
