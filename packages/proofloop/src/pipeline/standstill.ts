import { existsSync } from "node:fs"
import { join } from "node:path"
import { oneLine } from "@proofloop/foundation/text"
import type { Breaker } from "@proofloop/jobs/internal"
import { STOP_FILE } from "@proofloop/jobs/internal/pipeline"
import { breakerText } from "../rows/shown.ts"
import type { Runs } from "./store.ts"

export interface Standstill {
  readonly breakers: readonly Breaker[]
  /** The file that stops all runs; null: it is missing. */
  readonly stop_file: string | null
}

export async function standstillOf({ store, state_dir }: Runs): Promise<Standstill> {
  return { breakers: await store.breakers(), stop_file: stopFile(state_dir) }
}

export function stopFile(state_dir: string): string | null {
  const path = join(state_dir, STOP_FILE)
  return existsSync(path) ? path : null
}

/** All runs stand still, and what lets them go on. */
export function stoppedText(stop_file: string): string {
  return `All runs stand still: remove ${stop_file} to let them go on.`
}

/** "" when nothing does. */
export function standstillText({ breakers, stop_file }: Standstill): string {
  const lines = [
    ...(stop_file === null ? [] : [stoppedText(stop_file)]),
    ...breakers.map((breaker) => oneLine(breakerText(breaker))),
  ]
  return lines.length === 0 ? "" : `\n${lines.join("\n")}\n`
}
