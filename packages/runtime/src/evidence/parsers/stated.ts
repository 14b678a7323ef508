import type { ParsedOutput } from "./parser.ts"

/** Adds the number of failures that a summary states, if it is more than were found: part of the output may be gone. */
export function withStated(parsed: ParsedOutput, stated: number | null): ParsedOutput {
  return stated !== null && stated > parsed.diagnostics.length ? { ...parsed, failures: stated } : parsed
}

/** Adds up the numbers that a pattern finds in lines, in whichever of its groups; null if no line matches. */
export function sumOfLines(lines: readonly string[], pattern: RegExp): number | null {
  let sum: number | null = null
  for (const line of lines) {
    const found = pattern.exec(line)
    if (found === null) continue
    sum ??= 0
    for (const part of found.slice(1)) sum += Number(part ?? 0)
  }
  return sum
}

/** Adds up the numbers before the given words in a list of counts: "2 failed, 3 passed, 1 error". */
export function sumOfWords(counts: string, pattern: RegExp): number {
  let sum = 0
  for (const [, part] of counts.matchAll(pattern)) sum += Number(part)
  return sum
}
