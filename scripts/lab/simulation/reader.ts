import type { AgentRun, LoopEvent } from "@proofloop/runtime"
import type { ReaderKind } from "./plan.ts"
import type { Process } from "./process.ts"

/** A reader of the events that is not as it should be. */
export interface Reader {
  readonly kind: ReaderKind
  readonly events: LoopEvent[]
  /** Left before the end. */
  left: boolean
  /** Settles when it has read all it reads. */
  through(): Promise<void>
}

/** Late: begins when the run is over. Slow: sleeps between two events. Breaking, throwing: leaves after a few. */
export function startReader(kind: ReaderKind, run: AgentRun, process: Process): Reader {
  const events: LoopEvent[] = []
  const read = async (): Promise<void> => {
    if (kind === "late") await run.result
    try {
      for await (const event of run.events) {
        events.push(event)
        if (kind === "slow") await process.sleep(40)
        if (events.length < 5) continue
        if (kind === "breaking") {
          reader.left = true
          break
        }
        if (kind === "throwing") throw new Error("this reader is broken")
      }
    } catch {
      reader.left = true
    }
  }
  const reader: Reader = { kind, events, left: false, through: () => reading }
  const reading = read()
  return reader
}
