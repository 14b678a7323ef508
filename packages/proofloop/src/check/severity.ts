import { nearestName } from "@proofloop/foundation/errors"
import { catalogue } from "@proofloop/stdlib/internal/check"
import { readIds } from "../arguments/ids.ts"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { criticSeverities } from "../config/critic_entries.ts"
import { Misuse } from "../console/misuse.ts"

/** "error" makes the exit code 1; up to --max-warnings warnings do not. */
export type Severity = "error" | "warning"

const LEVELS = ["error", "warning", "off"] as const
export type Level = (typeof LEVELS)[number]

export const SUPPRESSION = "suppression"

/** The severities that --severity sets. Throws Misuse for an unknown id or level. */
export function readSeverities(input: Input): ReadonlyMap<string, Level> {
  const levels = new Map<string, Level>()
  const custom = input.config.plugins.flatMap(({ critics = [] }) => critics.map(({ id }) => id))
  const ids = [...catalogue.map(({ id }) => id), ...custom, SUPPRESSION]
  for (const [given, level] of criticSeverities(input.config)) {
    levels.set(ids.find((known) => known.toLowerCase() === given.toLowerCase()) ?? given, level)
  }
  for (const pair of readIds(input, "severity")) {
    const [given = "", word = ""] = pair.split("=")
    const id = ids.find((known) => known.toLowerCase() === given.toLowerCase())
    const level = LEVELS.find((known) => known === word)
    if (level === undefined) {
      throw new Misuse(
        `--severity: expected ID=LEVEL with ${LEVELS.join(", ")}, such as G13=warning, got "${pair}"`,
      )
    }
    if (id === undefined) {
      const near = nearestName(given, ids)
      const hint = near === null ? "" : ` Did you mean "${near}"?`
      throw new Misuse(`--severity: no critic has the id "${given}".${hint}`)
    }
    levels.set(id, level)
  }
  return levels
}

export function readMaxWarnings(input: Input): number {
  return readCount(input, "max-warnings") ?? Number.POSITIVE_INFINITY
}
