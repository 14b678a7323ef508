import { oneLine, plural } from "@proofloop/foundation/text"
import { Misuse } from "../console/misuse.ts"

const NAMED = 3
const NAMED_TYPES = 8

/** Unreadable pieces: reported when met, and counted. */
export class Unread {
  /** Pieces of sessions and whole files, each told with its name and reason. */
  count = 0
  #refused = 0
  #strays = 0
  readonly #first_strays: string[] = []
  readonly #unknown = new Map<string, Map<string, number>>()
  #copies = 0
  #continuations = 0
  #repeated_turns = 0
  readonly #lost_results = new Map<string, number>()
  readonly #tell: (text: string) => void

  constructor(tell: (text: string) => void) {
    this.#tell = (text) => tell(oneLine(text))
  }

  skip(text: string): void {
    this.count += 1
    this.#tell(`${text}, skipped`)
  }

  /** A whole file, or a folder that cannot be listed. */
  refuse(text: string): void {
    this.count += 1
    this.#refused += 1
    this.#tell(text)
  }

  /** A piece of a type that is not known: told once a format, counted by type. */
  passOverUnknown(format: string, unknown: string): void {
    const types = this.#unknown.get(format) ?? new Map<string, number>()
    types.set(unknown, (types.get(unknown) ?? 0) + 1)
    this.#unknown.set(format, types)
  }

  /** A result that found no call: told once a format. */
  loseResult(format: string): void {
    this.#lost_results.set(format, (this.#lost_results.get(format) ?? 0) + 1)
  }

  /** Turns that a run before holds as well: all of a copy, or the head of a run that goes on. */
  repeat(turns: number, is_copy: boolean): void {
    if (is_copy) this.#copies += 1
    else {
      this.#continuations += 1
      this.#repeated_turns += turns
    }
  }

  /** A file in a folder that is not a session. */
  passOver(name: string): void {
    this.#strays += 1
    if (this.#first_strays.length < NAMED) this.#first_strays.push(name)
  }

  /** Reports what is reported once. Throws Misuse when something was refused or skipped and no run was read. */
  end(runs: number): void {
    for (const [format, types] of this.#unknown) {
      const most = [...types].toSorted(([, left], [, right]) => right - left)
      const named = most.slice(0, NAMED_TYPES).map(([type, count]) => `${type} ${count}`)
      const total = most.reduce((sum, [, count]) => sum + count, 0)
      const more = most.length > NAMED_TYPES ? ", ..." : ""
      this.#tell(`${format}: ${plural(total, "piece")} of unknown types left out: ${named.join(", ")}${more}`)
    }
    for (const [format, count] of this.#lost_results)
      this.#tell(`${format}: ${plural(count, "result")} found no call`)
    if (this.#copies > 0) this.#tell(`left out: ${plural(this.#copies, "run")} recorded before`)
    if (this.#continuations > 0) {
      const runs = plural(this.#continuations, "run")
      this.#tell(`left out: ${plural(this.#repeated_turns, "turn")} recorded before, at the head of ${runs}`)
    }
    if (this.#strays > 0) {
      const what = this.#strays === 1 ? "1 file in a folder is" : `${this.#strays} files in folders are`
      const more = this.#strays > NAMED ? ", ..." : ""
      this.#tell(
        `${what} not ${this.#strays === 1 ? "a session" : "sessions"}: ${this.#first_strays.join(", ")}${more}`,
      )
    }
    const files = this.#refused + this.#strays
    const pieces = this.count - this.#refused + this.#unknown.size + this.#lost_results.size
    if (runs > 0 || files + pieces === 0) return
    const what = files > 0 ? `${plural(files, "file")} refused` : `${plural(pieces, "piece")} skipped`
    throw new Misuse(`no session could be read: ${what}`)
  }
}
