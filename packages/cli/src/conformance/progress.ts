import type { CaseOutcome } from "@proofloop/conformance"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { Io } from "../console/io.ts"

const EVERY_MS = 80

/** How far a run of the suite is. */
export interface Progress {
  see(outcome: CaseOutcome): void
  /** Clears the line. */
  end(): void
}

/** One line on the terminal behind stderr that is written again and again; nothing without a terminal. */
export function createProgress(total: number, { stderr }: Pick<Io, "stderr">): Progress {
  let [done, failed, drawn_at, is_drawn] = [0, 0, 0, false]
  return {
    see({ id, status }) {
      done += 1
      if (status === "failed") failed += 1
      const now = performance.now()
      if (!stderr.is_terminal || now - drawn_at < EVERY_MS) return
      ;[drawn_at, is_drawn] = [now, true]
      const line = ` ${done} of ${total} cases, ${failed} failed  ${id}`
      stderr.write(`\r\u001b[K${cutCodePoints(line, (stderr.columns || 80) - 1)}`)
    },
    end() {
      if (is_drawn) stderr.write("\r\u001b[K")
      is_drawn = false
    },
  }
}
