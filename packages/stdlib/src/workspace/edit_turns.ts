import { raceAbort } from "@proofloop/foundation/process"

export interface EditTurns {
  /** A place behind every call so far. Until the call says which files it is about, every later one waits for it. */
  enter(signal: AbortSignal): EditTurn
  /** Waits until no undo is under way; a writer then ends the claims of stopped calls. Rejects with the signal's reason. */
  pass(signal: AbortSignal, what: { readonly may_write: boolean }): Promise<void>
}

/** One call's turn. A stopped call makes nobody wait, except while it undoes its writes. */
export interface EditTurn {
  /** Waits for earlier calls about these files. null: any; default: those named last. A stopped call goes last. Never rejects. */
  begin(files?: ReadonlySet<string> | null): Promise<void>
  /** Whether no later call was about this file. */
  holds(file: string): boolean
  /** Lets the others go on; the call may begin once more. */
  stepAside(): void
  /** Gives up the place for good. */
  end(): void
}

interface Place {
  /** null: not known, so any. */
  files: ReadonlySet<string> | null
  /** The given files that a later call was about. */
  readonly lost: Set<string>
  state: "waits" | "works" | "aside"
  readonly signal: AbortSignal
}

/** Calls about one file go one after another, calls about different files at once. Forgets calls that have ended. */
export function createEditTurns(): EditTurns {
  const places = new Set<Place>()
  const waiting = new Set<() => void>()
  const lookAgain = () => {
    for (const look of waiting) look()
  }

  /** Asks `tryIt` now and after each change. When it succeeds, its effect comes before any other turn. */
  async function until(tryIt: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!tryIt()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  }

  function isFree(place: Place): boolean {
    let is_earlier = true
    for (const other of places) {
      if (other === place) is_earlier = false
      else if (keepsWaiting(other, is_earlier) && overlap(other.files, place.files)) return false
    }
    return true
  }

  /** Stopped calls that are not over must not undo writes to files of a later call. */
  function endClaims(files: ReadonlySet<string> | null): void {
    for (const place of places) {
      if (place.state === "works" || !place.signal.aborted) continue
      for (const file of place.files ?? []) {
        if (files === null || files.has(file)) place.lost.add(file)
      }
    }
  }

  return {
    enter(signal) {
      const place: Place = { files: null, lost: new Set(), state: "waits", signal }
      const stopped = () => lookAgain()
      places.add(place)
      signal.addEventListener("abort", stopped, { once: true })
      return {
        async begin(files = place.files) {
          place.files = files
          place.state = "waits"
          if (signal.aborted) {
            places.delete(place)
            places.add(place)
          }
          lookAgain()
          await until(() => {
            if (!isFree(place)) return false
            place.state = "works"
            if (!signal.aborted) endClaims(place.files)
            return true
          })
        },
        holds: (file) => !place.lost.has(file),
        stepAside() {
          place.state = "aside"
          lookAgain()
        },
        end() {
          signal.removeEventListener("abort", stopped)
          places.delete(place)
          lookAgain()
        },
      }
    },
    async pass(signal, { may_write }) {
      await raceAbort(async () => {
        await until(() => {
          if ([...places].some(takesBack)) return false
          if (may_write) endClaims(null)
          return true
        })
      }, signal)
    },
  }
}

function keepsWaiting({ state, signal }: Place, is_earlier: boolean): boolean {
  return state === "works" || (state === "waits" && is_earlier && !signal.aborted)
}

function takesBack({ state, signal }: Place): boolean {
  return state === "works" && signal.aborted
}

function overlap(one: ReadonlySet<string> | null, other: ReadonlySet<string> | null): boolean {
  return one === null || other === null || [...one].some((file) => other.has(file))
}
