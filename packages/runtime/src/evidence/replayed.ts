import { stripTerminal } from "./terminal.ts"

const MOST_CHARS = 200_000
const LONGEST_LINE = 200
/** `cache hit, replaying logs`, `(cached)`, `FROM-CACHE`, `[existing outputs match the cache, left as is]`. */
const REPLAYED =
  /\bcache hit\b|\breplay(?:ed|ing)\b.{0,40}\b(?:logs?|outputs?)\b|\((?:\w{1,20} )?cached\)|\bfrom[ -](?:the )?(?:\w{1,20} )?cache\b|\bmatch(?:es)? the cache\b|\[(?:local|remote) cache\]|\bFULL TURBO\b/i

/** The first line in the end of an output which says that results of an earlier run are shown: these tests did not run. */
export function replayedLine(output: string): string | undefined {
  const lines = stripTerminal(output.slice(-MOST_CHARS)).split("\n")
  return lines
    .find((line) => REPLAYED.test(line.slice(0, LONGEST_LINE)))
    ?.trim()
    .slice(0, LONGEST_LINE)
}
