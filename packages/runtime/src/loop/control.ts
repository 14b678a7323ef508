import type { RunEvent } from "../machines/setup.ts"

/** How a run is stopped from outside: at once while it is live; during a replay, as soon as it is live. */
export interface RunControl {
  stop(kind: "abort" | "suspend"): void
  /** Whether an abort came before the run could start. */
  isAborted(): boolean
  /** Whether an abort has reached the run. */
  isCut(): boolean
  /** The run has started; stops go to this listener from now on. */
  attach(send: (event: RunEvent) => void): void
  goLive(): void
}

export function createRunControl(is_new: boolean): RunControl {
  const asked = new Set<"abort" | "suspend">()
  let live = is_new
  let cut = false
  let send: ((event: RunEvent) => void) | null = null
  const pass = (): void => {
    if (!live || send === null) return
    if (asked.has("suspend")) send({ type: "suspend" })
    if (!asked.has("abort")) return
    cut = true
    send({ type: "abort" })
  }
  return {
    stop(kind) {
      asked.add(kind)
      pass()
    },
    isAborted: () => live && asked.has("abort"),
    isCut: () => cut || (live && send === null && asked.has("abort")),
    attach(given) {
      send = given
      pass()
    },
    goLive() {
      live = true
      pass()
    },
  }
}
