import { replaySession, type RunReplay } from "@proofloop/replay"
import {
  detectFormat,
  isSessionFormatError,
  readSessions,
  type SessionItem,
} from "@proofloop/replay/sessions"
import type { Detector } from "@proofloop/runtime/detector"
import type { Progress } from "./progress.ts"
import type { Target } from "./targets.ts"
import type { Unread } from "./unread.ts"

export interface ReplaySettings {
  readonly format: string | undefined
  readonly detectors: readonly Detector[]
  readonly timeline: boolean
  readonly signal: AbortSignal
}

/** The runs in all files as every detector saw them; unreadable parts go to `unread`. Throws the reason of an abort. */
export async function* replayTargets(
  targets: readonly Target[],
  settings: ReplaySettings,
  progress: Pick<Progress, "advance" | "read" | "see">,
  unread: Unread,
): AsyncGenerator<readonly RunReplay[]> {
  const { signal } = settings
  for (const target of targets) {
    const see = (): void => {
      signal.throwIfAborted()
      progress.see(target)
    }
    for (const source of await sourcesOf(target, settings.format)) {
      try {
        yield* replaysOf(source, { ...settings, see, onRead: (bytes) => progress.read(bytes) }, unread)
      } catch (error) {
        giveUp(source, error, unread)
      }
      signal.throwIfAborted()
    }
    progress.advance(target)
  }
}

interface WatchedSettings extends ReplaySettings {
  readonly see: () => void
  readonly onRead: (bytes: number) => void
}

async function* replaysOf(
  { file, name }: Target,
  { format, detectors, timeline, see, onRead }: WatchedSettings,
  unread: Unread,
): AsyncGenerator<readonly RunReplay[]> {
  const items = watched(readSessions(file, { format, onRead }), see)
  for await (const item of replaySession(items, { detectors, timeline })) {
    if (item.type === "run") yield item.replays
    else if (item.unknown !== undefined) unread.passOverUnknown(item.format ?? "", item.unknown)
    else unread.skip(`${name}${item.line === undefined ? "" : `:${item.line}`}: ${item.reason}`)
  }
}

/** Reports an unreadable file. Rethrows any other error. */
function giveUp({ name, named }: Target, error: unknown, unread: Unread): void {
  if (isSessionFormatError(error)) {
    if (named) unread.refuse(`${name}${error.message.slice(error.path.length)}`)
    else unread.passOver(name)
  } else if (error instanceof Error && "syscall" in error) unread.refuse(`${name}: ${error.message}`)
  else throw error
}

/** A folder of numbered files is one session if they hold events of a known format; else each file is a session. */
async function sourcesOf(target: Target, format: string | undefined): Promise<readonly Target[]> {
  if (target.files === undefined) return [target]
  const told = format ?? (await detectFormat(target.file).catch(() => null))
  return told === "openhands" ? [target] : target.files
}

async function* watched(items: AsyncIterable<SessionItem>, see: () => void): AsyncGenerator<SessionItem> {
  for await (const item of items) {
    see()
    yield item
  }
}
