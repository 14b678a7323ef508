/** What a check prints, as benchmarks need it: of a given length, and never twice the same. */
export type Log = (length: number, turn: number) => string

/** Nothing but failures: a location, an assertion and its two values, again and again. */
export const denseFailures: Log = (length, turn) =>
  fill(length, turn, (index, ms) => {
    const name = `src/module_${index % 97}.test.ts`
    return `FAIL ${name}:${(index % 300) + 1}:5 > adds up (${ms} ms)\nAssertionError: expected ${index} to be ${index + 1}\n    at ${name}:${(index % 300) + 1}:12\n`
  })

/** A long build that goes well, and one failure at its end. */
export const quietLog: Log = (length, turn) => {
  const end = `AssertionError: expected 3, got 4\n    at src/total.test.ts:12:9\n1 failed, 412 passed in ${turn % 90}.${turn % 10} s\n`
  return (
    fill(
      length - end.length,
      turn,
      (index, ms) => `[${String(index).padStart(6, "0")}] compiled src/part_${index % 211}.ts in ${ms} ms\n`,
    ) + end
  )
}

function fill(length: number, turn: number, line: (index: number, ms: number) => string): string {
  const lines: string[] = []
  let total = 0
  for (let index = 0; total < length; index += 1) {
    const text = line(index, (index * 7 + turn) % 1000)
    lines.push(text)
    total += text.length
  }
  return lines.join("").slice(0, Math.max(0, length))
}
