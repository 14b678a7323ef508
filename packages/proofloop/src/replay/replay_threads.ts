import { EventEmitter, once } from "node:events"
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from "node:worker_threads"
import { isRecord } from "@proofloop/foundation/text"
import { createDetector } from "@proofloop/runtime/detector"
import type { Progress } from "./progress.ts"
import { replayFile, type ReplaySettings, type Told } from "./replay_file.ts"
import type { Target } from "./targets.ts"

/** Part of what a file tells. Bytes and pieces were read since the part before. */
interface Portion {
  readonly told: readonly Told[]
  /** Runs, and the turns that are kept of them. */
  readonly weight: number
  readonly bytes: number
  readonly pieces: number
  /** Of the thread: whether it goes on by itself, when it is asked to, or with another file. */
  readonly next: "reads" | "waits" | "is_done"
}

const WEIGHT_OF_PORTION = 500
/** Of portions that wait for files before theirs. */
const MOST_WAITING = 10_000
const EVERY_MS = 80
/** V8 lets a heap with a lower limit grow less before it collects: two threads hold 40 MB less. No message above 64 MB is read. */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 }
/** Names what is sent to a thread of this file, which no thread of a host has. */
const THREAD = "proofloop_replay"

/** What the files tell, in their order, read in `count` threads. Throws the reason of an abort. */
export async function* replayInThreads(
  count: number,
  targets: readonly Target[],
  { signal: stop, ...settings }: ReplaySettings & { readonly signal: AbortSignal },
  progress: Pick<Progress, "advance" | "read" | "see">,
): AsyncGenerator<Told> {
  const failure = new AbortController()
  const signal = AbortSignal.any([stop, failure.signal])
  const changes = new EventEmitter().setMaxListeners(0)
  const files = targets.map((target, place) => ({ target, place, portions: [] as Portion[] }))
  const unread = files.values()
  let head = 0
  let waiting = 0
  const until = async (is: () => boolean): Promise<void> => {
    while (!is()) await once(changes, "change", { signal })
  }
  const readNext = (thread: Worker): void => {
    const file = unread.next().value
    if (file === undefined) return
    const { target, place, portions } = file
    thread.removeAllListeners("message").on("message", (portion: Portion) => {
      progress.read(target, portion.bytes)
      if (portion.pieces > 0) progress.see(target, portion.pieces)
      if (portion.next === "is_done") progress.advance(target)
      portions.push(portion)
      waiting += portion.weight
      changes.emit("change")
      if (portion.next === "reads") return
      const goOn = (): void => (portion.next === "waits" ? thread.postMessage(null) : readNext(thread))
      until(() => waiting < MOST_WAITING || place <= head).then(goOn, () => {})
    })
    thread.postMessage(target)
  }
  const threads = Array.from({ length: count }, () =>
    startThread(settings)
      .on("error", (error) => failure.abort(error))
      .on("exit", (code) => failure.abort(new Error(`a thread of replay ended with code ${code}`))),
  )
  try {
    for (const thread of threads) readNext(thread)
    for (const { portions } of files) {
      for (let is_done = false; !is_done; changes.emit("change")) {
        await until(() => portions.length > 0)
        const portion = portions.shift()
        yield* portion?.told ?? []
        waiting -= portion?.weight ?? 0
        is_done = portion?.next === "is_done"
        if (is_done) head += 1
      }
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    failure.abort()
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}

function startThread(settings: ReplaySettings): Worker {
  const program = new URL(import.meta.url)
  const sent = { [THREAD]: settings }
  return new Worker(program, {
    workerData: sent,
    env: {},
    execArgv: [],
    stdin: false,
    resourceLimits: LIMITS,
  })
}

if (!isMainThread && parentPort !== null && isRecord(workerData) && THREAD in workerData)
  void serve(parentPort, workerData[THREAD] as ReplaySettings)

/** In a thread: reads the files it is sent, one by one. */
async function serve(port: MessagePort, settings: ReplaySettings): Promise<void> {
  const detectors = settings.detectors.map((options) => createDetector(options))
  for (;;) {
    const [target] = (await once(port, "message")) as [Target]
    let [told, weight, bytes, pieces, sent_at]: [Told[], number, number, number, number] = [[], 0, 0, 0, 0]
    const send = (next: Portion["next"]): void => {
      port.postMessage({ told, weight, bytes, pieces, next } satisfies Portion)
      told = []
      weight = bytes = pieces = 0
      sent_at = performance.now()
    }
    const see = (): void => {
      pieces += 1
      if (performance.now() - sent_at >= EVERY_MS) send("reads")
    }
    const onRead = (read: number): void => void (bytes += read)
    for await (const one of replayFile(target, { ...settings, detectors, see, onRead })) {
      told.push(one)
      weight +=
        one.type === "run" ? one.replays.reduce((sum, { timeline }) => sum + 1 + timeline.length, 0) : 1
      if (weight < WEIGHT_OF_PORTION) continue
      const asked = once(port, "message")
      send("waits")
      await asked
    }
    send("is_done")
  }
}
