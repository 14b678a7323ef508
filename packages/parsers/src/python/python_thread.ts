import { transcode } from "node:buffer"
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { thrownMessage } from "@proofloop/foundation/errors"
import { installedFile } from "@proofloop/foundation/files"
import { cpuTimeSpent } from "../cpu_time.ts"
import { UnableError } from "../unable_error.ts"
import type { ReportedProblem } from "./ruff_problems.ts"

export interface PythonSource {
  readonly text: string
  /** Of a workspace of ruff. */
  readonly options: { readonly "target-version": string; readonly lint: object }
  readonly codes: readonly string[]
}

type Answer =
  | { readonly reported: readonly ReportedProblem[] }
  | { readonly trap: "too_deep" | "too_slow" }
  | { readonly failure: string }

/** ruff's report, or why it did not finish: its stack or its CPU time is used up. */
export type PythonReading = readonly ReportedProblem[] | "too_deep" | "too_slow"

/** Reads a source in a thread of its own, after those that were asked for before. Throws UnableError when the thread ends. */
export function readPythonApart(source: PythonSource, limit_ms: number): Promise<PythonReading> {
  const reading = before.then(() => read(source, limit_ms))
  before = reading.catch(() => null)
  return reading
}

let before: Promise<unknown> = Promise.resolve()
let thread: Worker | undefined

async function read(source: PythonSource, limit_ms: number): Promise<PythonReading> {
  thread ??= startThread()
  const answer = await ask(thread, source, limit_ms)
  if ("reported" in answer) return answer.reported
  if ("trap" in answer && answer.trap === "too_deep") return answer.trap
  void thread.terminate()
  thread = undefined
  if ("trap" in answer) return answer.trap
  throw new UnableError(`ruff could not read a Python file: ${answer.failure}`)
}

function startThread(): Worker {
  keepFreedMemory()
  const workerData = { ruff: installedFile("@astral-sh/ruff-wasm-nodejs", import.meta.url) }
  const started = new Worker(PROGRAM, { eval: true, workerData, env: {}, execArgv: [], stdin: false })
  // Callers learn of errors; between calls, an unhandled error must not end the process.
  return started.on("error", () => {})
}

/** A thread keeps the process alive only while it is asked. */
async function ask(worker: Worker, source: PythonSource, limit_ms: number): Promise<Answer> {
  const done = new AbortController()
  const { signal } = done
  const told = async (event: string, meaning: (value: unknown) => Answer) =>
    meaning(((await once(worker, event, { signal })) as unknown[])[0])
  worker.ref()
  const answers = [
    told("message", (answer) => answer as Answer),
    told("exit", (code) => ({ failure: `its thread ended with code ${String(code)}` })),
    cpuTimeSpent(limit_ms, signal).then(() => ({ trap: "too_slow" }) as const),
  ]
  worker.postMessage(source)
  try {
    return await Promise.race(answers)
  } catch (error) {
    return { failure: thrownMessage(error) }
  } finally {
    done.abort()
    await Promise.allSettled(answers)
    worker.unref()
  }
}

/** After a trap WebAssembly's memory is unusable, so the next source needs a new instance. */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads")
let ruff = null
const workspaces = new Map()
function start() {
  delete require.cache[workerData.ruff]
  workspaces.clear()
  ruff = require(workerData.ruff)
}
function workspaceFor(options) {
  const key = JSON.stringify(options)
  if (!workspaces.has(key)) workspaces.set(key, new ruff.Workspace(options, ruff.PositionEncoding.Utf16))
  return workspaces.get(key)
}
function read({ text, options, codes }) {
  if (ruff === null) start()
  try {
    const found = workspaceFor(options).check(text)
    const lean = found.filter(({ code }) => codes.includes(code)).slice(0, 20)
    return { reported: lean.map(({ code, message, start_location }) => ({ code, message, start_location })) }
  } catch (error) {
    ruff = null
    return error instanceof RangeError ? { trap: "too_deep" } : { failure: String(error) }
  }
}
parentPort.on("message", (source) => parentPort.postMessage(read(source)))
`

/**
 * Compiling WebAssembly frees and allocates tens of megabytes in small blocks. In a thread, glibc returns them to the
 * system each time, and each new page costs a fault: a third of ruff's start. Glibc returns less once a block larger
 * than its limit has been freed (mallopt(3), M_MMAP_THRESHOLD). Elsewhere this does nothing.
 */
function keepFreedMemory(): void {
  // Frees a copy of its input before it returns.
  transcode(Buffer.alloc(LARGE_BLOCK), "utf16le", "latin1")
}

const LARGE_BLOCK = 2 ** 20
