import { once } from "node:events"
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import type { FileReadings } from "../../code/readings.ts"
import type { ThreadFile, ThreadReading } from "./thread_file.ts"

/** A message has so many UTF-16 code units of texts: few, so that no thread is last with much of the work. */
const BATCH = 100_000

interface Asked {
  readonly file: FileReadings
  readonly answer: Promise<ThreadReading>
  readonly resolve: (answer: ThreadReading) => void
}

interface Threads {
  /** In the order of the files; none: there are no threads. */
  readonly answers: ReadonlyArray<Promise<ThreadReading>>
  /** Ends them; what was not read yet is null. */
  readonly close: () => Promise<void>
}

/** Reads files in so many threads, the first of them first. */
export function startThreads(count: number, files: readonly FileReadings[]): Threads {
  const program = count === 0 ? null : programFile()
  if (program === null) return { answers: [], close: () => Promise.resolve() }
  const asked = files.map(askedOf)
  const batches = batchesOf(asked).values()
  const threads = Array.from({ length: count }, () => startThread(program))
  void Promise.all(threads.map((thread) => readBatches(thread, batches))).then(() => {
    for (const { resolve } of asked) resolve(null)
  })
  return {
    answers: asked.map(({ answer }) => answer),
    async close() {
      await Promise.all(threads.map((thread) => thread.terminate()))
    },
  }
}

/** null: a bundler of the host put this code elsewhere, or it runs from its sources. */
function programFile(): string | null {
  try {
    const file = createRequire(import.meta.url).resolve("@proofloop/stdlib/internal/thread")
    return file.endsWith(".js") ? file : null
  } catch {
    return null
  }
}

function startThread(program: string): Worker {
  const thread = new Worker(program, { env: {}, execArgv: [], stdin: false })
  // Who waits for its answer learns that it is gone.
  return thread.on("error", () => {})
}

function askedOf(file: FileReadings): Asked {
  let resolve: Asked["resolve"] = () => {}
  const answer = new Promise<ThreadReading>((settle) => {
    resolve = settle
  })
  return { file, answer, resolve }
}

function batchesOf(asked: readonly Asked[]): ReadonlyArray<readonly Asked[]> {
  const batches: Asked[][] = []
  let room = 0
  for (const one of asked) {
    if (room <= 0) {
      batches.push([])
      room = BATCH
    }
    batches.at(-1)?.push(one)
    room -= one.file.texts.reduce((sum, { text }) => sum + text.length, 0)
  }
  return batches
}

/** Until there are none left, or the thread is gone. */
async function readBatches(thread: Worker, batches: Iterator<readonly Asked[]>): Promise<void> {
  for (let next = batches.next(); next.done !== true; next = batches.next()) {
    const answers = await ask(thread, next.value.map(threadFile))
    for (const [index, { resolve }] of next.value.entries()) resolve(answers?.[index] ?? null)
    if (answers === null) return
  }
  await thread.terminate()
}

function threadFile({ file: { language, texts } }: Asked): ThreadFile {
  return {
    language,
    texts: texts.map(({ text, readers }) => ({ text, readers: readers.map(({ name }) => name) })),
  }
}

/** null: the thread is gone. */
async function ask(thread: Worker, files: readonly ThreadFile[]): Promise<readonly ThreadReading[] | null> {
  const done = new AbortController()
  const { signal } = done
  const answer = once(thread, "message", { signal }).then(([found]) => found as readonly ThreadReading[])
  const exit = once(thread, "exit", { signal }).then(() => null)
  thread.postMessage(files)
  try {
    return await Promise.race([answer, exit])
  } catch {
    return null
  } finally {
    done.abort()
    await Promise.allSettled([answer, exit])
  }
}
