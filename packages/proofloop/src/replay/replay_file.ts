import { replaySession, readSessions } from "@proofloop/replay"
import type { ReplayItem, RunReplay } from "@proofloop/replay/internal"
import { isSessionFormatError, type SessionItem } from "@proofloop/replay/internal/sessions"
import type { Detector, DetectorOptions } from "@proofloop/runtime/detector"
import type { Target } from "./targets.ts"

/** A run as every detector saw it, or what could not be read, as `Unread` takes it. */
export type Told =
  | ToldRun
  | { readonly type: "unknown"; readonly format: string; readonly unknown: string }
  | { readonly type: "lost_result"; readonly format: string }
  | { readonly type: "skip" | "refuse" | "passOver"; readonly text: string }

export interface ToldRun extends Extract<ReplayItem, { readonly type: "run" }> {
  readonly target: Target
  /** Among the runs of its file, from 0. */
  readonly number: number
}

export interface ReplaySettings {
  readonly format: string | undefined
  /** Of each detector. */
  readonly detectors: readonly DetectorOptions[]
  readonly timeline: boolean
}

interface FileSettings extends Omit<ReplaySettings, "detectors"> {
  readonly detectors: readonly Detector[]
  /** Called with each piece that is read. What it throws ends the reading. */
  readonly see: () => void
  readonly onRead: (bytes: number) => void
}

/** All that a file tells, in its order. */
export async function* replayFile(target: Target, settings: FileSettings): AsyncGenerator<Told> {
  const { file, name } = target
  const { format, detectors, timeline, see, onRead } = settings
  let runs = 0
  try {
    const items = watched(readSessions(file, { format, onRead }), see)
    for await (const item of replaySession(items, { detectors, timeline })) {
      if (item.type === "run") {
        yield { ...item, target, number: runs }
        runs += 1
      } else if (item.is_lost_result === true) yield { type: "lost_result", format: item.format ?? "" }
      else if (item.unknown !== undefined)
        yield { type: "unknown", format: item.format ?? "", unknown: item.unknown }
      else {
        const place = item.line === undefined ? name : `${name}:${item.line}`
        yield { type: "skip", text: `${place}: ${item.reason}` }
      }
    }
  } catch (error) {
    yield unreadable(target, error)
  }
}

/** The run without turns at its head. Nothing where the file has changed since. */
export async function replayWithout(
  head: number,
  { target, number }: ToldRun,
  { format, detectors, timeline, see }: Omit<FileSettings, "onRead">,
): Promise<readonly RunReplay[]> {
  const leavesOut = (run: number): number => (run === number ? head : Infinity)
  const items = watched(readSessions(target.file, { format }), see)
  let runs = 0
  for await (const item of replaySession(items, { detectors, timeline, leavesOut })) {
    if (item.type !== "run") continue
    if (runs === number) return item.replays
    runs += 1
  }
  return []
}

/** Tells of an unreadable file. Rethrows any other error. */
function unreadable({ name, named }: Target, error: unknown): Told {
  if (isSessionFormatError(error)) {
    return named
      ? { type: "refuse", text: `${name}${error.message.slice(error.path.length)}` }
      : { type: "passOver", text: name }
  }
  if (error instanceof Error && "syscall" in error)
    return { type: "refuse", text: `${name}: ${error.message}` }
  throw error
}

async function* watched(items: AsyncIterable<SessionItem>, see: () => void): AsyncGenerator<SessionItem> {
  for await (const item of items) {
    see()
    yield item
  }
}
