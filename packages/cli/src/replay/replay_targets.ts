import type { Detector } from "@proofloop/runtime/detector"
import { replaySession, type RunReplay } from "@proofloop/stdlib/replay"
import { isSessionFormatError, readSessions } from "@proofloop/stdlib/sessions"
import { Misuse } from "../misuse.ts"
import type { Progress } from "./progress.ts"
import type { Target } from "./targets.ts"

export interface ReplaySettings {
  readonly format: string | undefined
  readonly detectors: readonly Detector[]
  readonly timeline: boolean
}

/**
 * The runs in all files, in order, each as every detector saw it; what cannot be read goes to `skip` with file and line.
 * Throws Misuse for a named file that is no session.
 */
export async function* replayTargets(
  targets: readonly Target[],
  { format, detectors, timeline }: ReplaySettings,
  progress: Pick<Progress, "advance">,
  skip: (text: string) => void,
): AsyncGenerator<readonly RunReplay[]> {
  for (const target of targets) {
    try {
      const items = readSessions(target.file, { format })
      for await (const item of replaySession(items, { detectors, timeline })) {
        if (item.type === "run") yield item.replays
        else skip(`${target.name}${item.line === undefined ? "" : `:${item.line}`}: ${item.reason}`)
      }
    } catch (error) {
      if (isSessionFormatError(error)) {
        if (target.named) throw new Misuse(error.message)
      } else if (error instanceof Error && "syscall" in error) skip(`${target.name}: ${error.message}`)
      else throw error
    }
    progress.advance(target)
  }
}
