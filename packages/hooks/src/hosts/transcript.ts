import { parsedJson, readMember } from "@proofloop/foundation/text"

/** Lines that are searched for one answer, from the end. */
const MAX_LINES = 64

/** The parsed lines of a transcript that hold a text, the latest last; lines that are not JSON are left out. */
export function recordsWith(transcript: string, text: string): readonly unknown[] {
  const records: unknown[] = []
  let end = transcript.length
  for (let looked = 0; looked < MAX_LINES && end > 0; looked += 1) {
    const at = transcript.lastIndexOf(text, end - 1)
    if (at === -1) break
    const start = transcript.lastIndexOf("\n", at) + 1
    const line_end = transcript.indexOf("\n", at)
    const record = parsedJson(transcript.slice(start, line_end === -1 ? transcript.length : line_end))
    if (record !== undefined) records.unshift(record)
    end = start
  }
  return records
}

/** The payload of the last line that names an id and matches. */
export function lastPayload(transcript: string, id: string, isIt: (payload: unknown) => boolean): unknown {
  if (id === "") return undefined
  return recordsWith(transcript, JSON.stringify(id))
    .map((record) => readMember(record, "payload"))
    .findLast(isIt)
}
