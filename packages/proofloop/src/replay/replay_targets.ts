import { availableParallelism } from "node:os"
import type { RunReplay } from "@proofloop/replay/internal"
import { detectFormat } from "@proofloop/replay/internal/sessions"
import { createDetector } from "@proofloop/runtime/detector"
import { Copies } from "./copies.ts"
import type { Progress } from "./progress.ts"
import { replayFile, type ReplaySettings, replayWithout, type Told } from "./replay_file.ts"
import type { Target } from "./targets.ts"
import type { Unread } from "./unread.ts"

/** To begin takes a thread a third of a second, in which one reads so many bytes. */
const LEAST_FOR_THREAD = 1_000_000
/** Each holds some 50 MB. */
const MOST_THREADS = 8

/**
 * The runs in all files, each once, as every detector saw them, in the order of the files; unreadable parts go to `unread`. Reads in
 * threads where there is enough for two. Throws the reason of an abort.
 */
export async function* replayTargets(
  targets: readonly Target[],
  settings: ReplaySettings & { readonly signal: AbortSignal },
  progress: Pick<Progress, "advance" | "read" | "see">,
  unread: Unread,
): AsyncGenerator<readonly RunReplay[]> {
  const copies = new Copies()
  const see = (): void => settings.signal.throwIfAborted()
  const detectors = settings.detectors.map((options) => createDetector(options))
  for await (const told of toldOf(targets, settings, progress)) {
    if (told.type === "run") {
      const repeated = copies.see(told.turn_keys)
      const is_copy = repeated > 0 && repeated === told.turn_keys.length
      if (repeated > 0) unread.repeat(repeated, is_copy)
      if (repeated === 0) yield told.replays
      else if (!is_copy) yield await replayWithout(repeated, told, { ...settings, detectors, see })
    } else if (told.type === "unknown") unread.passOverUnknown(told.format, told.unknown)
    else if (told.type === "lost_result") unread.loseResult(told.format)
    else unread[told.type](told.text)
  }
}

async function* toldOf(
  targets: readonly Target[],
  settings: ReplaySettings & { readonly signal: AbortSignal },
  progress: Pick<Progress, "advance" | "read" | "see">,
): AsyncGenerator<Told> {
  const bytes = targets.reduce((sum, target) => sum + target.bytes, 0)
  const most = Math.min(MOST_THREADS, availableParallelism(), targets.length)
  const count = Math.min(most, Math.floor(bytes / LEAST_FOR_THREAD))
  // From its sources it runs by a loader that threads do not have.
  if (count > 1 && import.meta.url.endsWith(".js") && isPlain(settings.detectors)) {
    const { replayInThreads } = await import("./replay_threads.ts")
    yield* replayInThreads(count, targets, settings, progress)
    return
  }
  const { signal } = settings
  const detectors = settings.detectors.map((options) => createDetector(options))
  for (const target of targets) {
    const see = (): void => {
      signal.throwIfAborted()
      progress.see(target, 1)
    }
    const onRead = (read: number): void => progress.read(target, read)
    yield* replayFile(target, { ...settings, detectors, see, onRead })
    signal.throwIfAborted()
    progress.advance(target)
  }
}

/** Whether a thread can be given them: plugins bring functions. */
function isPlain(value: unknown): boolean {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}

/** Each session by itself: a folder of numbered files is one if they hold events of a known format, else many. */
export async function separateSessions(
  targets: readonly Target[],
  format: string | undefined,
): Promise<readonly Target[]> {
  const sources: Target[] = []
  for (const { files = [], ...target } of targets) {
    const told = files.length === 0 ? "" : (format ?? (await detectFormat(target.file).catch(() => null)))
    sources.push(...(files.length === 0 || told === "openhands" ? [target] : files))
  }
  return sources
}
