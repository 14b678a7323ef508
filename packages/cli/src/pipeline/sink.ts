import type { PipelineEvent } from "@proofloop/pipeline"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { createStyle } from "../terminal/style.ts"
import { type Outcome, exitCodeOf, outcomeText, RESULT } from "./outcome.ts"
import { createView } from "./view.ts"

/** Where a call tells what happens, and what it came to. */
export interface Sink {
  event(event: PipelineEvent): void
  /** Of standard error of another process. */
  line(text: string): void
  /** Tells the end; the exit code. */
  outcome(outcome: Outcome): number
  close(): void
}

const TICK_MS = 1000

/** With --json every event and the outcome are a line of standard output; else they are shown. */
export function openSink(input: Input, io: Io): Sink {
  if (input.json) return jsonSink(io)
  const view = createView(io.stderr, createStyle(io.stderr, io.env), io.env)
  const ticking = setInterval(() => view.tick(), TICK_MS)
  ticking.unref()
  const close = (): void => {
    clearInterval(ticking)
    view.close()
  }
  return {
    event: (event) => view.event(event),
    line: (text) => view.line(text),
    outcome(outcome) {
      close()
      io.stdout.write(outcomeText(outcome, createStyle(io.stdout, io.env), Date.now()))
      return exitCodeOf(outcome)
    },
    close,
  }
}

function jsonSink(io: Io): Sink {
  const write = (value: object) => io.stdout.write(`${JSON.stringify(value)}\n`)
  return {
    event: write,
    line: (text) => io.stderr.write(`${text}\n`),
    outcome(outcome) {
      const exit_code = exitCodeOf(outcome)
      write({ type: RESULT, run_id: outcome.run.id, exit_code, ...outcome })
      return exit_code
    },
    close: () => undefined,
  }
}
