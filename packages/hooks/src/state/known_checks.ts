import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { readPlainFile, writePlainFile } from "@proofloop/foundation/files"

const MAX_KNOWN = 8
const MAX_BYTES = 64 * 1024

/** The commands that checked a project in earlier sessions, the latest last; empty without any. */
export function readKnownChecks(file: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(readPlainFile(file, { bytes: MAX_BYTES }).toString())
    return Array.isArray(value) ? value.filter((command) => typeof command === "string") : []
  } catch {
    return []
  }
}

/** Keeps the commands that a session checked with, unless the last is known already. */
export function keepKnownChecks(file: string, commands: readonly string[]): void {
  const known = readKnownChecks(file)
  const last = commands.at(-1)
  if (last === undefined || last === known.at(-1)) return
  const kept = [...new Set([...commands, ...known].toReversed())].toReversed()
  const ordered = [...kept.filter((command) => command !== last), last].slice(-MAX_KNOWN)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writePlainFile(file, JSON.stringify(ordered))
}
