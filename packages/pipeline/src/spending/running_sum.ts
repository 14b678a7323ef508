import { readLog } from "@proofloop/foundation/files"

export interface RunningSum<Total> {
  /** Reads what was appended since the last time, by anyone; all of it when the file was replaced. One read at a time. */
  read(): Promise<Total>
}

/** Begins with `nothing`. An unfinished line is read once it has its line break; without a file there is nothing. */
export function runningSum<Total>(
  path: string,
  nothing: Total,
  add: (total: Total, line: string) => Total,
): RunningSum<Total> {
  const fresh = { id: "", end: 0, total: nothing }
  let known = fresh
  const readOn = async (): Promise<Total> => {
    const found = await readLog(path, async (reader) => {
      const { id, size } = reader
      const next = { ...(id === known.id && size >= known.end ? known : fresh), id }
      await reader.visit((line, end) => {
        next.total = add(next.total, line.toString("utf8"))
        next.end = end
      }, next.end)
      return next
    })
    known = found ?? fresh
    return known.total
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    read() {
      const reading = last.then(readOn, readOn)
      last = reading
      return reading
    },
  }
}
