import { randomUUID } from "node:crypto"
import {
  endMarkedProcesses,
  markedEnvironment,
  type SupervisedOutcome,
  superviseProcess,
} from "@proofloop/foundation/process"
import { isRecord, parsedJson } from "@proofloop/foundation/text"
import type { PipelineEvent } from "@proofloop/jobs/pipeline"
import type { Input, OptionSpec } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { endingWithUs } from "../console/starter.ts"
import { askedOf, wordsOf } from "./asked.ts"
import { type Ending, openSink, type Sink } from "./sink.ts"
import { readTimeLimit } from "./time_limit.ts"

/** Between SIGTERM and SIGKILL. */
const KILL_AFTER_MS = 5000

export interface LongCall {
  /** Behind "pipeline", without what `options` have. */
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, OptionSpec>>
  readonly result: string
  readonly endingOf: (line: PipelineEvent) => Ending
  /** Reports where its process was ended, or died; `id` is that of its events. Resolves to the exit code. */
  readonly tellStopped: (
    stopped: "request" | "time_limit" | "crash",
    id: string,
    sink: Sink,
  ) => Promise<number>
}

/**
 * Does the work of a call in a child process, which this process only watches. When the time limit is over, the whole
 * process group ends: SIGTERM first, SIGKILL five seconds later. Without a limit, and where the command cannot start
 * itself, `work` is done here.
 */
export async function supervise(
  call: LongCall,
  { input, io }: { readonly input: Input; readonly io: Io },
  work: () => Promise<number>,
): Promise<number> {
  const limit = readTimeLimit(input)
  const [program, ...args] = io.self ?? []
  if (limit === null || program === undefined) return work()
  const stop = new AbortController()
  const unlisten = io.onStop(() => stop.abort())
  const sink = openSink(input, io)
  const told = listen(sink, call)
  const mark = randomUUID()
  try {
    const ended = await superviseProcess({
      command: [
        program,
        ...args,
        "pipeline",
        ...call.words,
        ...wordsOf(askedOf(input, call.options)),
        "--json",
        "--time-limit=0",
      ],
      cwd: io.cwd,
      // It ends later by itself than we end it, and then nobody says where it was.
      ...endingWithUs({ ...definedOf(io.env), ...markedEnvironment(mark) }, limit + KILL_AFTER_MS),
      timeout_ms: limit,
      kill_after_ms: KILL_AFTER_MS,
      signal: stop.signal,
      connect({ stdout, stderr }) {
        stdout.setEncoding("utf8").on("data", told.output)
        stderr.setEncoding("utf8").on("data", told.error)
      },
    })
    // Processes that its commands started in other groups.
    if (ended.exit_code === null || ended.timed_out) await endMarkedProcesses(mark)
    return await tellEnd(ended, told, call, sink)
  } finally {
    sink.close()
    unlisten()
  }
}

interface Told {
  readonly output: (chunk: string) => void
  readonly error: (chunk: string) => void
  readonly runId: () => string | null
  readonly result: () => Ending | null
}

function listen(sink: Sink, { result: type, endingOf }: LongCall): Told {
  let run_id: string | null = null
  let result: Ending | null = null
  const take = (line: string): void => {
    const value = parsedJson(line)
    if (!isRecord(value)) return sink.line(line)
    // An error in a form for programs; its words are on standard error.
    if (!isEvent(value)) return sink.record(value)
    const event = value
    run_id = event.run_id
    if (event.type === type) result = endingOf(event)
    else sink.event(event)
  }
  return {
    output: byLine(take),
    error: byLine((line) => sink.line(line)),
    runId: () => run_id,
    result: () => result,
  }
}

function isEvent(value: Readonly<Record<string, unknown>>): value is PipelineEvent {
  return typeof value["type"] === "string" && typeof value["run_id"] === "string"
}

function byLine(take: (line: string) => void): (chunk: string) => void {
  let rest = ""
  return (chunk) => {
    const lines = (rest + chunk).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) take(line)
  }
}

async function tellEnd(
  { exit_code, timed_out, aborted, spawn_error, signal }: SupervisedOutcome,
  told: Told,
  { tellStopped }: LongCall,
  sink: Sink,
): Promise<number> {
  const result = told.result()
  if (result !== null && !timed_out) return sink.end(result)
  // It has said what is wrong.
  if (exit_code !== null && !timed_out && !aborted) return exit_code
  const id = told.runId()
  if (id !== null) return tellStopped(timed_out ? "time_limit" : aborted ? "request" : "crash", id, sink)
  sink.line(
    `proofloop: ${spawn_error ?? `its process ended before a run began${signal === null ? "" : `, by ${signal}`}`}`,
  )
  return aborted ? EXIT_CODES.aborted : EXIT_CODES.escalate
}

function definedOf(env: Io["env"]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
