import type { LoopEvent } from "../protocol/event.ts"

export interface EventStream {
  readonly events: AsyncIterable<LoopEvent>
  push(event: LoopEvent): void
  end(): void
}

/**
 * Each iteration is a separate subscription from the first event; leaving it unsubscribes and does nothing else. Only
 * the last `capacity` events are kept. A reader further behind gets one `events_dropped` that counts what it missed.
 */
export function createEventStream(capacity: number): EventStream {
  let kept: LoopEvent[] = []
  let first = 0
  let ended = false
  const waiting = new Set<() => void>()
  const wake = (): void => {
    for (const resume of waiting) resume()
    waiting.clear()
  }

  async function* subscribe(): AsyncGenerator<LoopEvent, void> {
    let next = 0
    for (;;) {
      const oldest = kept[0]
      if (next < first && oldest !== undefined) {
        const count = first - next
        next = first
        yield { ...baseOf(oldest), type: "events_dropped", count }
        // More events may have been dropped while the reader handled that one.
        continue
      }
      const event = kept[next - first]
      if (event !== undefined) {
        next += 1
        yield event
      } else if (ended) return
      else await new Promise<void>((resume) => waiting.add(resume))
    }
  }

  return {
    events: { [Symbol.asyncIterator]: subscribe },
    push(event) {
      if (ended) return
      kept.push(event)
      // Trimmed in blocks, so that a long run does not shift an array at every event.
      if (kept.length >= capacity * 2) {
        first += kept.length - capacity
        kept = kept.slice(-capacity)
      }
      wake()
    },
    end() {
      ended = true
      wake()
    },
  }
}

function baseOf(event: LoopEvent): Pick<LoopEvent, "run_id" | "seq" | "at_ms" | "iteration" | "repair_mode"> {
  const { run_id, seq, at_ms, iteration, repair_mode } = event
  return { run_id, seq, at_ms, iteration, repair_mode }
}
