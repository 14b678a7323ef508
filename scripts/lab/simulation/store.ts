import type { JournalStore } from "@proofloop/runtime"
import { never, type Surroundings } from "./surroundings.ts"

/**
 * The journal of one life: it keeps lines in `lines`, which outlive it. With `cut` the process dies before that record of
 * this life is kept, or the disk refuses it.
 */
export function simulatedStore(around: Surroundings, lines: string[]): JournalStore {
  const { process, cut, coverage, trail } = around
  let appended = 0
  return {
    name: "journal",
    read: () => Promise.resolve([...lines]),
    append(line) {
      if (!process.is_alive) return never()
      const is_cut = cut?.number === appended
      appended += 1
      const what = describeRecord(line)
      if (is_cut && cut.kind === "crash_before_record") {
        coverage.add(`crash before record ${what.split(" ")[0]}`)
        trail.add("the process dies", `before the record ${what}`)
        process.kill()
        return never()
      }
      if (is_cut && cut.kind === "journal_failure") {
        coverage.add("fault journal_failure")
        trail.add("the journal refuses", what)
        return Promise.reject(new Error("no space left on device"))
      }
      lines.push(line)
      trail.add("record", what)
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
  }
}

/** Type and key of a record; they come first in its line, which may be long. */
function describeRecord(line: string): string {
  const [, type = "", key = ""] = /^\{"type":"(\w+)"(?:,"key":"([^"]*)")?/.exec(line) ?? []
  return `${type} ${key}`.trimEnd()
}
