import type { PipelineEvent } from "@proofloop/jobs/pipeline"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { createStyle, type Style } from "../terminal/style.ts"
import { createView } from "./view.ts"

export interface Ending {
  /** The line that ends the output of --json, without its exit code. */
  readonly line: Readonly<Record<string, unknown>> & { readonly type: string; readonly run_id: string }
  readonly text: (style: Style) => string
  readonly exit_code: number
}

export interface Sink {
  event(event: PipelineEvent): void
  /** An object of another process for programs alone. */
  record(value: object): void
  /** Of standard error of another process. */
  line(text: string): void
  end(ending: Ending): number
  close(): void
}

const TICK_MS = 1000

/** With --json every event and the outcome is a line of standard output; else they are shown. */
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
    record: () => undefined,
    line: (text) => view.line(text),
    end({ text, exit_code }) {
      close()
      io.stdout.write(text(createStyle(io.stdout, io.env)))
      return exit_code
    },
    close,
  }
}

function jsonSink(io: Io): Sink {
  const write = (value: object) => io.stdout.write(`${JSON.stringify(value)}\n`)
  return {
    event: write,
    record: write,
    line: (text) => io.stderr.write(`${text}\n`),
    end({ line: { type, run_id, ...fields }, exit_code }) {
      write({ type, run_id, exit_code, ...fields })
      return exit_code
    },
    close: () => undefined,
  }
}
