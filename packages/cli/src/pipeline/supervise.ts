import { randomUUID } from "node:crypto"
import {
  endMarkedProcesses,
  markedEnvironment,
  type SupervisedOutcome,
  superviseProcess,
} from "@proofloop/foundation/process"
import { isRecord } from "@proofloop/foundation/text"
import type { PipelineEvent } from "@proofloop/pipeline"
import type { Input, OptionSpec } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { askedOf, wordsOf } from "./asked.ts"
import { type Outcome, RESULT } from "./outcome.ts"
import { readFacts } from "./read_facts.ts"
import { openSink, type Sink } from "./sink.ts"
import { withFoundRuns } from "./store.ts"
import { readTimeLimit } from "./time_limit.ts"

/** Between SIGTERM and SIGKILL. */
const KILL_AFTER_MS = 5000

/**
 * Does the work of a call in a process of its own, which only watches it: when the time limit is over the whole process group ends,
 * SIGTERM first, SIGKILL five seconds later. Without a limit, and where the command cannot start itself, `work` is done here.
 */
export async function supervise(
  words: readonly string[],
  options: Readonly<Record<string, OptionSpec>>,
  { input, io }: { readonly input: Input; readonly io: Io },
  work: () => Promise<number>,
): Promise<number> {
  const limit = readTimeLimit(input)
  const [program, ...args] = io.self ?? []
  if (limit === null || program === undefined) return work()
  const stop = new AbortController()
  const unlisten = io.onStop(() => stop.abort())
  const sink = openSink(input, io)
  const told = listen(sink)
  const mark = randomUUID()
  try {
    const ended = await superviseProcess({
      command: [
        program,
        ...args,
        "pipeline",
        ...words,
        ...wordsOf(askedOf(input, options)),
        "--json",
        "--time-limit=0",
      ],
      cwd: io.cwd,
      env: { ...definedOf(io.env), ...markedEnvironment(mark) },
      timeout_ms: limit,
      kill_after_ms: KILL_AFTER_MS,
      signal: stop.signal,
      connect({ stdout, stderr }) {
        stdout.setEncoding("utf8").on("data", told.output)
        stderr.setEncoding("utf8").on("data", told.error)
      },
    })
    // What its commands started in groups of their own.
    if (ended.exit_code === null || ended.timed_out) await endMarkedProcesses(mark)
    return await tellEnd(ended, told, { input, io, sink })
  } finally {
    sink.close()
    unlisten()
  }
}

interface Told {
  readonly output: (chunk: string) => void
  readonly error: (chunk: string) => void
  /** Of which run the last event was. */
  readonly runId: () => string | null
  readonly result: () => Outcome | null
}

function listen(sink: Sink): Told {
  let run_id: string | null = null
  let result: Outcome | null = null
  const take = (line: string): void => {
    const event = readEvent(line)
    if (event === null) return sink.line(line)
    run_id = event.run_id
    if (event.type === RESULT) result = event as unknown as Outcome
    else sink.event(event)
  }
  return {
    output: byLine(take),
    error: byLine((line) => sink.line(line)),
    runId: () => run_id,
    result: () => result,
  }
}

function readEvent(line: string): PipelineEvent | null {
  try {
    const value: unknown = JSON.parse(line)
    const is_event =
      isRecord(value) && typeof value["type"] === "string" && typeof value["run_id"] === "string"
    return is_event ? (value as PipelineEvent) : null
  } catch {
    return null
  }
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
  { input, io, sink }: { readonly input: Input; readonly io: Io; readonly sink: Sink },
): Promise<number> {
  const result = told.result()
  if (result !== null && !timed_out) return sink.outcome(result)
  // It has said what is wrong.
  if (exit_code !== null && !timed_out && !aborted) return exit_code
  const id = told.runId()
  const stopped = timed_out ? "time_limit" : aborted ? "request" : "crash"
  if (id === null) {
    sink.line(
      `proofloop: ${spawn_error ?? `its process ended before a run began${signal === null ? "" : `, by ${signal}`}`}`,
    )
    return aborted ? EXIT_CODES.aborted : EXIT_CODES.escalate
  }
  return withFoundRuns(input, io, async (runs) => {
    const run = await readFacts(runs, await runs.store.get(id))
    return sink.outcome({ run, suspended: result?.suspended ?? null, error: null, stopped })
  })
}

function definedOf(env: Io["env"]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
