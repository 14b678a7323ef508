import { writeFileSync } from "node:fs"
import type { Pair, Read } from "./judge.ts"
import type { Output } from "./output.ts"

/** One pair of outputs as the quick test reads it. */
export interface SamplePair {
  readonly tool: string
  readonly must_be: Pair["must_be"]
  readonly sides: readonly (Output & { readonly command: string; readonly name: string })[]
}

const MAX_TEXT = 2500

/** Writes one right pair of each kind and tool, without the paths of this machine. Overwrites the file. */
export function writeSample(path: string, pairs: readonly Pair[], folder: string): void {
  const sample = new Map<string, SamplePair>()
  for (const pair of pairs) {
    const { left, right } = pair
    const key = `${pair.tool}\0${pair.must_be}`
    const changes = [left.telling.change, right.telling.change]
    const is_short = [left, right].every(({ telling }) => telling.output.text.length <= MAX_TEXT)
    const is_apart = left.telling.output.text !== right.telling.output.text && !changes.includes("crlf")
    if (!pair.right_with || !is_short || !is_apart || sample.has(key)) continue
    const sides = [left, right].map((read) => sideOf(read, folder))
    sample.set(key, { tool: pair.tool, must_be: pair.must_be, sides })
  }
  writeFileSync(path, `${JSON.stringify([...sample.values()], null, 1)}\n`)
}

function sideOf({ telling }: Read, folder: string): SamplePair["sides"][number] {
  const { output, command, variant, change } = telling
  const text = output.text.replaceAll(output.place, "/home/dev/shop").replaceAll(folder, "/home/dev/bed")
  return {
    name: `${variant} (${change})`,
    command,
    exit_code: output.exit_code,
    text,
    place: "/home/dev/shop",
  }
}
