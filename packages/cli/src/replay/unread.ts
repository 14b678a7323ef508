import { oneLine } from "@proofloop/foundation/text"
import { Misuse } from "../console/misuse.ts"
import { plural } from "../terminal/text.ts"

const NAMED = 3

/** Unreadable pieces: reported when met, and counted. */
export class Unread {
  /** Pieces of sessions and whole files, each told with its name and reason. */
  count = 0
  #refused = 0
  #strays = 0
  readonly #first_strays: string[] = []
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

  /** A file in a folder that is not a session. */
  passOver(name: string): void {
    this.#strays += 1
    if (this.#first_strays.length < NAMED) this.#first_strays.push(name)
  }

  /** Reports what is reported once. Throws Misuse when something was refused or skipped and no run was read. */
  end(runs: number): void {
    if (this.#strays > 0) {
      const what = this.#strays === 1 ? "1 file in a folder is" : `${this.#strays} files in folders are`
      const more = this.#strays > NAMED ? ", ..." : ""
      this.#tell(
        `${what} not ${this.#strays === 1 ? "a session" : "sessions"}: ${this.#first_strays.join(", ")}${more}`,
      )
    }
    const files = this.#refused + this.#strays
    const pieces = this.count - this.#refused
    if (runs > 0 || files + pieces === 0) return
    const what = files > 0 ? `${plural(files, "file")} refused` : `${plural(pieces, "piece")} skipped`
    throw new Misuse(`no session could be read: ${what}`)
  }
}
